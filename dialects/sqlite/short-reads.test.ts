import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { Cell } from '../../src/dialect/schema'
import type { RowsInOrder } from '../../src/dialect/statement'
import { FileConnection } from './file-connection'
import { fileState } from './file-state'
import { ShortReads, type ShortStatement } from './short-reads'

/** The bytes of a value that takes much longer to read than a page. */
const LARGE = 100_000_000

const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-short-'))
let writer: Database.Database
let connection: FileConnection
let reads: ShortReads
/** The versions of the data that the statements have read. */
let versions: (string | undefined)[] = []
let time = 0
/** Milliseconds by which the clock advances during a read. */
let duration = 0
/** Whether the thread waits meanwhile, as for a disk. */
let isWaiting = false
/** Called when a read begins and ends. */
let onRead: (() => void) | undefined

beforeEach(async () => {
  writer = new Database(path.join(folder, 'data.db'))
  writer.exec(`
    create table things (id integer primary key, code text not null unique, name text, note blob);
    create index things_name on things (name);
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 2000)
      insert into things select i, printf('%05d', i), 'n' || (i % 3), zeroblob(3) from n;
    create view seen as select * from things where id % 1000 = 0;
    create virtual table words using fts5 (word);
  `)
  time = 0
  duration = 0
  isWaiting = false
  connection = new FileConnection(writer.name, 0)
  versions = []
  reads = new ShortReads(connection, { record: (version) => versions.push(version) }, () => {
    time += duration
    onRead?.()
    if (isWaiting) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    return time
  })
  await settled()
})
afterEach(() => {
  connection.close()
  writer.close()
  rmSync(path.join(folder, 'data.db'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** Waits until the last write is old enough that the next one is detectable. */
async function settled(): Promise<void> {
  while (fileState(writer.name)?.isSettled !== true) await delay(5)
}

const version = (): string => String(writer.pragma('schema_version', { simple: true }))

/** With the first cell that a statement of the core has. */
const statement = (select: string, bindings: readonly Cell[] = []): ShortStatement => ({
  ...{ sql: select.replace('select ', 'select null, '), bindings, asCells: true },
  rowsInOrder: { count: 10, areAfterKey: bindings.length > 0 && !select.includes('offset') },
  schemaVersion: version(),
})

/** The result that a reader process returns. */
const readElsewhere = ({ sql, bindings }: ShortStatement): Cell[][] =>
  writer.prepare(sql).raw().safeIntegers().all(bindings) as Cell[][]

/** The result of the second read: a reader process executes the first one. */
const readAgain = (asked: ShortStatement): Cell[][] | undefined => {
  expect(reads.read(asked)).toBeUndefined()
  reads.learn(asked, readElsewhere(asked))
  return reads.read(asked)
}

/** The first read after a write detects that the file has changed, and returns nothing. */
async function noticeWrite(asked: ShortStatement): Promise<void> {
  await settled()
  expect(reads.read(asked)).toBeUndefined()
}

it.each([
  ['the first rows', 'select * from things as t order by id limit 10', []],
  ['the last rows', 'select * from things as t order by id desc limit 10', []],
  ['rows after some others', 'select * from things as t order by id limit 10 offset ?', [250n]],
  ['rows after a key', 'select * from things as t where id > ? order by id limit 10', [1234n]],
  [
    'rows before a key',
    'select * from things as t where id < ? order by id desc limit 10',
    [1234n],
  ],
  [
    'rows after a text',
    'select * from things as t where code > ? order by code limit 10',
    ['00700'],
  ],
  ['rows from an index', 'select * from things as t order by name, id limit 10', []],
  ['only keys', 'select code from things as t order by code limit 10', []],
])('reads %s', (_, sql, bindings) => {
  const asked = statement(sql, bindings)
  expect(readAgain(asked)).toEqual(readElsewhere(asked))
})

it.each([
  ['an order without an index', 'select * from things as t order by note limit 10', []],
  ['an order that an index begins', 'select * from things as t order by name, code limit 10', []],
  [
    'a key that the index does not find',
    'select * from things as t where +id > ? order by id limit 10',
    [1234n],
  ],
  ['a subquery', 'select (select count(*) from things), id from things as t limit 10', []],
  ['a virtual table', 'select * from words as t order by rowid limit 10', []],
  ['two tables', 'select t.id from things as t join things as b using (id) limit 10', []],
])('leaves %s to a reader process', (_, sql, bindings) => {
  expect(readAgain(statement(sql, bindings))).toBeUndefined()
})

it.each([
  ['of an unknown number of rows', undefined],
  ['of many rows', { count: 1001, areAfterKey: false }],
])('leaves a statement %s to a reader process', (_, rowsInOrder) => {
  const asked = { ...statement('select * from things as t order by id'), rowsInOrder }
  expect(readAgain(asked)).toBeUndefined()
})

it('leaves a statement to a reader process after a large result', async () => {
  const asked = statement('select * from things as t order by id limit 10 offset ?', [0n])
  expect(readAgain(asked)).toHaveLength(10)
  writer.exec('update things set note = zeroblob(6550) where id between 11 and 20')
  await noticeWrite(asked)
  expect(reads.read(asked)).toHaveLength(10)
  expect(reads.read({ ...asked, bindings: [10n] })).toHaveLength(10)
  expect(reads.read(asked)).toBeUndefined()
  reads.learn(asked, [[Buffer.alloc(70_000)]])
  expect(reads.read(asked)).toBeUndefined()
})

it('leaves rows with large values to a reader process, without reading the values', async () => {
  const asked = statement('select * from things as t order by id limit 10 offset ?', [0n])
  expect(readAgain(asked)).toHaveLength(10)
  writer.exec(`update things set note = zeroblob(${LARGE}) where id = 15`)
  await noticeWrite(asked)
  const before = process.memoryUsage().rss
  expect(reads.read({ ...asked, bindings: [10n] })).toBeUndefined()
  expect(process.memoryUsage().rss - before).toBeLessThan(LARGE / 2)
  expect(reads.read(asked)).toHaveLength(10)
  writer.exec('update things set note = zeroblob(6554) where id = 15')
  await noticeWrite(asked)
  expect(reads.read({ ...asked, bindings: [10n] })).toBeUndefined()
})

describe('rows with small values', () => {
  /** Reads twenty rows, before and after a value of the 15th is large. */
  async function lengthsOf(columns: string, select: string): Promise<(number | undefined)[]> {
    writer.exec(
      `create table docs (${columns};
       with recursive n (i) as (select 1 union all select i + 1 from n where i < 20)
         insert into docs (id, data, name) select i, printf('%05d', i), i from n`,
    )
    await settled()
    const asked = statement(`${select} limit 10 offset ?`, [0n])
    const before = readAgain(asked)
    writer.exec('update docs set data = data || hex(zeroblob(4000)) where id = 15')
    await noticeWrite(asked)
    return [before, reads.read(asked), reads.read({ ...asked, bindings: [10n] })].map(
      (rows) => rows?.length,
    )
  }

  it.each([
    [
      'behind large ones',
      'id integer primary key, data text, name int)',
      'select id, name from docs as t order by id',
    ],
    [
      'behind large ones, in a row that begins with its key',
      'name int, id int, data text, primary key (id, data)) without rowid',
      'select name from docs as t order by id, data',
    ],
    [
      'computed from large ones',
      'id integer primary key, name int, part text as (substr(data, 1, 2)), data text)',
      'select id, part from docs as t order by id',
    ],
    [
      'behind large ones in an index',
      'id integer primary key, name int, data text, unique (data, name))',
      'select name from docs as t order by data, name',
    ],
    [
      'that follow large ones in an index',
      'id integer primary key, name int, data text unique)',
      'select name from docs as t order by data',
    ],
  ])('%s are left to a reader process', async (_, columns, select) => {
    expect(await lengthsOf(columns, select)).toEqual([10, 10, undefined])
  })

  it.each([
    ['id integer primary key, name int, data text)', 'select id, name from docs as t order by id'],
    [
      'data text, id int, name int, primary key (id)) without rowid',
      'select id from docs as t order by id',
    ],
    [
      'id integer primary key, data text, name int unique)',
      'select name from docs as t order by name',
    ],
  ])('before large ones are read: %s', async (columns, select) => {
    expect(await lengthsOf(columns, select)).toEqual([10, 10, 10])
  })
})

it('leaves a short statement to a reader process with values for which it reads too many rows', () => {
  const asked = statement('select * from things as t order by id limit 10 offset ?', [0n])
  expect(readAgain(asked)).toHaveLength(10)
  const readWith = (rowsInOrder: RowsInOrder | undefined): unknown =>
    reads.read({ ...asked, rowsInOrder })?.length
  expect(readWith({ count: 1000, areAfterKey: false })).toBe(10)
  expect(readWith({ count: 1001, areAfterKey: false })).toBeUndefined()
  expect(readWith(undefined)).toBeUndefined()
})

it('leaves statements with many cells to a reader process', () => {
  const columns = Array.from({ length: 51 }, () => 'id').join(', ')
  const asked = statement(`select ${columns} from things as t order by id limit 10`)
  const ofMany = { ...asked, rowsInOrder: { count: 1000, areAfterKey: false } }
  const ofFew = { ...asked, rowsInOrder: { count: 980, areAfterKey: false } }
  const rows = readElsewhere(asked)
  reads.learn(ofMany, rows)
  expect(reads.read(ofFew)).toBeUndefined()
  reads.learn(ofFew, rows)
  expect(reads.read(ofFew)).toHaveLength(10)
  expect(reads.read(ofMany)).toBeUndefined()
})

it('leaves a statement to a reader process if the file is replaced by one with the same version but without the index', async () => {
  const asked = statement('select * from things as t order by name, id limit 10')
  expect(readAgain(asked)).toHaveLength(10)
  const other = path.join(folder, 'other.db')
  writer.exec(`vacuum into '${other}'`)
  const replacing = new Database(other)
  replacing.exec('drop index things_name')
  replacing.pragma(`schema_version = ${version()}`)
  replacing.close()
  renameSync(other, writer.name)
  expect(reads.read(asked)).toBeUndefined()
  await settled()
  expect(reads.read(asked)).toBeUndefined()
})

it('leaves a statement to a reader process if the file is overwritten during the read', async () => {
  const asked = statement('select name from things as t order by id limit 1')
  const copy = path.join(folder, 'copy.db')
  copyFileSync(writer.name, copy)
  expect(readAgain(asked)).toEqual([[null, 'n1']])
  const changed = new Database(copy)
  changed.exec("update things set name = 'n9' where id = 1")
  changed.close()
  onRead = () => {
    copyFileSync(copy, writer.name)
  }
  expect(reads.read(asked)).toBeUndefined()
  onRead = undefined
  expect(versions).toHaveLength(1)
  await settled()
  expect(reads.read(asked)).toEqual([[null, 'n9']])
  expect(new Set(versions).size).toBe(2)
})

it('reads rows that another connection has written, once its write is settled', async () => {
  const asked = statement('select name from things as t order by id limit 1')
  expect(readAgain(asked)).toEqual([[null, 'n1']])
  writer.exec("update things set name = 'new' where id = 1")
  expect(reads.read(asked)).toBeUndefined()
  await settled()
  expect(reads.read(asked)).toEqual([[null, 'new']])
})

it('knows the version of the data that a statement has read', async () => {
  writer.pragma('journal_mode = wal')
  await settled()
  const asked = statement('select name from things as t order by id limit 1')
  expect(readAgain(asked)).toHaveLength(1)
  expect(reads.read(asked)).toHaveLength(1)
  writer.exec("begin; update things set name = 'none'; rollback")
  expect(reads.read(asked)).toHaveLength(1)
  expect(new Set(versions).size).toBe(1)
  for (const name of ['first', 'second']) {
    writer.exec(`update things set name = '${name}' where id = 1`)
    expect(reads.read(asked)).toEqual([[null, name]])
    expect(reads.read(asked)).toEqual([[null, name]])
  }
  expect(versions).toHaveLength(7)
  expect(new Set(versions).size).toBe(3)
})

it('leaves a statement to a reader process after its index is dropped', async () => {
  const asked = statement('select * from things as t order by name, id limit 10')
  expect(readAgain(asked)).toHaveLength(10)
  writer.exec('drop index things_name')
  await noticeWrite(asked)
  expect(reads.read(asked)).toBeUndefined()
  expect(readAgain({ ...asked, schemaVersion: version() })).toBeUndefined()
})

it('does not wait for a lock', () => {
  const asked = statement('select * from things as t order by id limit 10')
  expect(readAgain(asked)).toHaveLength(10)
  writer.exec('begin exclusive')
  expect(reads.read(asked)).toBeUndefined()
  writer.exec('rollback')
  expect(reads.read(asked)).toHaveLength(10)
})

it('pauses after slow reads that wait for the disk, in proportion to their duration', () => {
  const asked = statement('select * from things as t order by id limit 10')
  expect(readAgain(asked)).toHaveLength(10)
  duration = 20
  isWaiting = true
  expect(reads.read(asked)).toHaveLength(10)
  expect(reads.read(asked)).toHaveLength(10)
  duration = 0
  expect(reads.read(asked)).toBeUndefined()
  time += 1900
  expect(reads.read(asked)).toBeUndefined()
  time += 200
  expect(reads.read(asked)).toHaveLength(10)
})

it('reads nothing after it is closed', () => {
  const asked = statement('select * from things as t order by id limit 10')
  expect(readAgain(asked)).toHaveLength(10)
  connection.close()
  expect(reads.read(asked)).toBeUndefined()
})
