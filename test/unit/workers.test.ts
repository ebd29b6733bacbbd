/** No worker is forked once the start has failed or has been stopped. */
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { readCommand } from '../../src/program/config'
import { startWorkers } from '../../src/program/workers'

const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-workers-'))
const program = path.join(folder, 'worker.js')
/** It runs until it is killed, and never reports that it is ready. */
writeFileSync(program, 'setInterval(() => undefined, 1000)')
cluster.setupPrimary({ exec: program })
afterAll(() => {
  cluster.removeAllListeners()
  rmSync(folder, { recursive: true })
})

const forked: Worker[] = []
cluster.on('fork', (worker) => forked.push(worker))
beforeEach(() => {
  forked.length = 0
})
afterEach(() => {
  for (const worker of forked) worker.process.kill('SIGKILL')
})

const log = pino({ level: 'silent' })
const command = readCommand(['--workers', '3'], {})
if (command.run !== 'serve') throw new Error('the program would not serve')
const { settings } = command
const reason = new Error('stopped')

/** After everything that a fork begins has run. */
async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

it('forks none after a signal', async () => {
  await expect(startWorkers(settings, log, AbortSignal.abort(reason))).rejects.toBe(reason)
  await turn()
  expect(forked).toHaveLength(0)
})

it('forks no others if the first one exits before its message arrives', async () => {
  const start = startWorkers(settings, log, new AbortController().signal)
  const failed = expect(start).rejects.toThrow('exited by SIGKILL during the start')
  const [first] = (await once(cluster, 'fork')) as [Worker]
  first.process.kill('SIGKILL')
  await failed
  // As Node.js emits a message that it reads after the end of the process.
  first.emit('message', { baseUrl: 'http://127.0.0.1:1' })
  await turn()
  expect(forked.map(({ id }) => id)).toEqual([first.id])
})
