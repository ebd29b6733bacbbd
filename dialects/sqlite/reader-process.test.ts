import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { ResultTooLargeError } from '../../src/dialect/result-size'
import { effort } from '../../test/support/effort'
import { itOnLinux } from '../../test/support/it-on-linux'
import { childrenOf, residentMemory } from '../../test/support/process-family'
import { usedMemory } from '../../test/support/used-memory'
import { ReaderProcess } from './reader-process'

const ROWS = effort(800, 2000)
const ROW_BYTES = 10_000

const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-reader-'))
new Database(path.join(folder, 'empty.db')).exec('create table t (i)').close()
afterAll(() => {
  rmSync(folder, { recursive: true })
})

it('keeps no rows of its last statement', async () => {
  const file = path.join(folder, 'large.db')
  const db = new Database(file)
  db.exec(`create table large as with recursive n (i) as
    (select 1 union all select i + 1 from n where i < ${ROWS})
    select i, hex(zeroblob(${ROW_BYTES / 2})) as word from n`)
  db.close()
  const reader = new ReaderProcess(file, 20_000)
  const read = async (limit: number): Promise<number> => {
    const sql = `select * from large limit ${limit}`
    return (await reader.run({ sql, bindings: [], asCells: true, maxBytes: Infinity })).length
  }
  try {
    await read(1)
    const before = await usedMemory()
    expect(await read(ROWS)).toBe(ROWS)
    expect((await usedMemory()) - before).toBeLessThan((ROWS * ROW_BYTES) / 4)
  } finally {
    await reader.kill()
  }
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
  const numbers = Array.from({ length: effort(80, 200) }, (_, index) => index)
  const warmUp = effort(20, 50)
  try {
    await run(numbers.slice(0, warmUp))
    const before = residentMemory(pid)
    await run(numbers.slice(warmUp))
    expect(residentMemory(pid) - before).toBeLessThan(effort(40, 80))
  } finally {
    await reader.kill()
  }
})

itOnLinux.each(['SIGINT', 'SIGTERM'] as const)(
  'runs its statements after a %s to all processes that arrives while it starts',
  async (signal) => {
    const others = childrenOf(process.pid)
    const reader = new ReaderProcess(path.join(folder, 'empty.db'), 20_000)
    const started = (): number[] => childrenOf(process.pid).filter((pid) => !others.includes(pid))
    const [first = 0] = started()
    try {
      const read = reader.run({ sql: 'select 1', bindings: [], asCells: true, maxBytes: 1000 })
      process.kill(first, signal)
      expect(await read).toHaveLength(1)
      expect(started()).toHaveLength(1)
      expect(started()).not.toContain(first)
      // It has its handlers now.
      process.kill(started()[0] ?? 0, signal)
      const again = reader.run({ sql: 'select 1', bindings: [], asCells: true, maxBytes: 1000 })
      expect(await again).toHaveLength(1)
    } finally {
      await reader.kill()
    }
    expect(started()).toEqual([])
  },
)

it('refuses a value that is too large for the driver like other large ones', async () => {
  const reader = new ReaderProcess(path.join(folder, 'empty.db'), 20_000)
  const read = (sql: string): Promise<unknown[]> =>
    reader.run({ sql, bindings: [], asCells: true, maxBytes: 1000 })
  try {
    await expect(read('select zeroblob(900000000)')).rejects.toThrow(ResultTooLargeError)
    expect(await read('select 1')).toHaveLength(1)
  } finally {
    await reader.kill()
  }
})

it('ends at once if its process cannot be started', async () => {
  const { execPath } = process
  process.execPath = path.join(__dirname, 'no-such-program')
  const reader = new ReaderProcess('any.db', 20_000)
  process.execPath = execPath
  const read = reader.run({ sql: 'select 1', bindings: [], asCells: true, maxBytes: 1000 })
  await expect(read).rejects.toThrow('ENOENT')
  await reader.kill()
})
