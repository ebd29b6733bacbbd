/** `--wait-for-database`: the file appears after the start; wait-for-database.stress.ts starts servers later. */
import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { builtProgram } from '../support/built-program'
import { expectRecovery } from './recovery-of-database'
import { createSlowDatabase } from './slow-database'

const program = builtProgram()
const { folder } = program
afterAll(() => {
  program.clear()
})

describe('the start before the SQLite file', () => {
  it('serves queries once the file exists', async () => {
    const file = path.join(folder, 'later.db')
    const provide = (): void => {
      copyFileSync(createSlowDatabase(folder), file)
    }
    await expectRecovery(program, `sqlite:${file}`, provide, ['fast', 'slow'])
  }, 60_000)
})
