/** The memory of a reader process that has run statements of many kinds. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { itOnLinux } from '../../test/support/it-on-linux'
import { childrenOf, residentMemory } from '../../test/support/process-family'
import { ReaderProcess } from './reader-process'

const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-reader-'))
new Database(path.join(folder, 'empty.db')).exec('create table t (i)').close()
afterAll(() => {
  rmSync(folder, { recursive: true })
})

itOnLinux('keeps few of the statements that take much memory prepared', async () => {
  const others = childrenOf(process.pid)
  const reader = new ReaderProcess(path.join(folder, 'empty.db'), 20_000)
  const [pid = 0] = childrenOf(process.pid).filter((child) => !others.includes(child))
  const run = async (numbers: number[]): Promise<void> => {
    for (const number of numbers) {
      const terms = Array.from({ length: 1900 }, () => `upper(lower('${number}'))`)
      const sql = `select ${terms.join(', ')}`
      await reader.run({ sql, bindings: [], asCells: true, maxBytes: Infinity })
    }
  }
  const numbers = Array.from({ length: 200 }, (_, index) => index)
  try {
    await run(numbers.slice(0, 50))
    const before = residentMemory(pid)
    await run(numbers.slice(50))
    expect(residentMemory(pid) - before).toBeLessThan(80)
  } finally {
    await reader.kill()
  }
})
