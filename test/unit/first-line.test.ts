import { spawn } from 'node:child_process'
import { firstLine } from '../support/first-line'

const run = (script: string): Promise<string> =>
  firstLine(spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] }))

it('reads the first line of a program', async () => {
  await expect(run(`console.log('first'); console.log('second')`)).resolves.toBe('first')
})

it('throws if the program ends without a line', async () => {
  await expect(run('process.exit(1)')).rejects.toThrow('without a line')
})
