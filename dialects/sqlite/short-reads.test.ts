/** Which statements short reads run, and which ones they leave to a reader process. */
import type { RowsInOrder } from '../../src/dialect/statement'
import { ShortReadsFile } from '../../test/engines/sqlite/short-reads-file'
import type { ShortStatement } from './short-reads'

/** The bytes of a value that takes much longer to read than a page. */
const LARGE = 100_000_000

let file: ShortReadsFile
beforeEach(async () => {
  file = await ShortReadsFile.create()
})
afterEach(() => {
  file.close()
})

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
])('reads %s', async (_, sql, bindings) => {
  const asked = file.statement(sql, bindings)
  expect(await file.readAgain(asked)).toEqual(file.readElsewhere(asked))
})

it('reads from a table and by an index with a question mark in their names', async () => {
  file.writer.exec(`
    create table "we?rd" (id integer primary key, v text not null, w text);
    create unique index "id?x" on "we?rd" (v);
    insert into "we?rd" values (1, 'a', 'x'), (2, 'b', 'y')`)
  await file.settled()
  for (const order of ['id', 'v']) {
    const asked = file.statement(`select * from "we?rd" as t order by ${order} limit 10`)
    expect(await file.readAgain(asked)).toEqual(file.readElsewhere(asked))
  }
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
])('leaves %s to a reader process', async (_, sql, bindings) => {
  expect(await file.readAgain(file.statement(sql, bindings))).toBeUndefined()
})

it.each([
  ['of an unknown number of rows', undefined],
  ['of many rows', { count: 1001, areAfterKey: false }],
])('leaves a statement %s to a reader process', async (_, rowsInOrder) => {
  const asked = { ...file.statement('select * from things as t order by id'), rowsInOrder }
  expect(await file.readAgain(asked)).toBeUndefined()
})

it('leaves a statement to a reader process after a large result', async () => {
  const asked = file.statement('select * from things as t order by id limit 10 offset ?', [0n])
  expect(await file.readAgain(asked)).toHaveLength(10)
  file.writer.exec('update things set note = zeroblob(6550) where id between 11 and 20')
  await file.noticeWrite(asked)
  expect(file.reads.read(asked)).toHaveLength(10)
  expect(file.reads.read({ ...asked, bindings: [10n] })).toHaveLength(10)
  expect(file.reads.read(asked)).toBeUndefined()
  await file.learn(asked, [[Buffer.alloc(70_000)]])
  expect(file.reads.read(asked)).toBeUndefined()
})

it('leaves rows with large values to a reader process, without reading the values', async () => {
  const asked = file.statement('select * from things as t order by id limit 10 offset ?', [0n])
  expect(await file.readAgain(asked)).toHaveLength(10)
  file.writer.exec(`update things set note = zeroblob(${LARGE}) where id = 15`)
  await file.noticeWrite(asked)
  const before = process.memoryUsage().rss
  expect(file.reads.read({ ...asked, bindings: [10n] })).toBeUndefined()
  expect(process.memoryUsage().rss - before).toBeLessThan(LARGE / 2)
  expect(file.reads.read(asked)).toHaveLength(10)
  file.writer.exec('update things set note = zeroblob(6554) where id = 15')
  await file.noticeWrite(asked)
  expect(file.reads.read({ ...asked, bindings: [10n] })).toBeUndefined()
})

describe('rows with small values', () => {
  /** Reads twenty rows, before and after a value of the 15th is large. */
  async function lengthsOf(columns: string, select: string): Promise<(number | undefined)[]> {
    file.writer.exec(
      `create table docs (${columns};
       with recursive n (i) as (select 1 union all select i + 1 from n where i < 20)
         insert into docs (id, data, name) select i, printf('%05d', i), i from n`,
    )
    await file.settled()
    const asked = file.statement(`${select} limit 10 offset ?`, [0n])
    const before = await file.readAgain(asked)
    file.writer.exec('update docs set data = data || hex(zeroblob(4000)) where id = 15')
    await file.noticeWrite(asked)
    return [before, file.reads.read(asked), file.reads.read({ ...asked, bindings: [10n] })].map(
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

  it('are left to a reader process if they are computed, which can take any time', async () => {
    const columns =
      'id integer primary key, name int, part text as (substr(data, 1, 2)), data text)'
    const select = 'select id, part from docs as t order by id'
    expect(await lengthsOf(columns, select)).toEqual([undefined, undefined, undefined])
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

it('leaves a short statement to a reader process with values for which it reads too many rows', async () => {
  const asked = file.statement('select * from things as t order by id limit 10 offset ?', [0n])
  expect(await file.readAgain(asked)).toHaveLength(10)
  const readWith = (rowsInOrder: RowsInOrder | undefined): unknown =>
    file.reads.read({ ...asked, rowsInOrder })?.length
  expect(readWith({ count: 1000, areAfterKey: false })).toBe(10)
  expect(readWith({ count: 1001, areAfterKey: false })).toBeUndefined()
  expect(readWith(undefined)).toBeUndefined()
})

it('leaves statements with many cells to a reader process', async () => {
  const columns = Array.from({ length: 51 }, () => 'id').join(', ')
  const asked = file.statement(`select ${columns} from things as t order by id limit 10`)
  const ofMany = { ...asked, rowsInOrder: { count: 1000, areAfterKey: false } }
  const ofFew = { ...asked, rowsInOrder: { count: 980, areAfterKey: false } }
  const rows = file.readElsewhere(asked)
  await file.learn(ofMany, rows)
  expect(file.reads.read(ofFew)).toBeUndefined()
  await file.learn(ofFew, rows)
  expect(file.reads.read(ofFew)).toHaveLength(10)
  expect(file.reads.read(ofMany)).toBeUndefined()
})

describe('a statement that is not short', () => {
  /** Numbers of plans that were read for each of the results of reader processes. */
  async function plansReadFor(results: readonly ShortStatement[]): Promise<number[]> {
    const cells = jest.spyOn(file.connection, 'cells')
    const plans = (): number =>
      cells.mock.calls.filter(([{ sql }]) => sql.startsWith('explain')).length
    const counts: number[] = []
    for (const result of results) {
      const before = plans()
      await file.learn(result)
      counts.push(plans() - before)
    }
    cells.mockRestore()
    return counts
  }

  const columns = Array.from({ length: 51 }, () => 'id').join(', ')
  it.each([
    ['an order without an index', 'select * from things as t order by note limit 10'],
    ['the limit of cells', `select ${columns} from things as t order by id limit 10`],
  ])('is not explained again because of %s', async (_, sql) => {
    const asked = { ...file.statement(sql), rowsInOrder: { count: 990, areAfterKey: false } }
    expect(await plansReadFor([asked, asked, asked])).toEqual([1, 0, 0])
    expect(file.reads.read(asked)).toBeUndefined()
  })

  it('is explained again when other rows of it are read, or the file has changed', async () => {
    const sql = 'select * from things as t order by note limit 10'
    const asked = file.statement(sql)
    const afterKey = { ...asked, rowsInOrder: { count: 10, areAfterKey: true } }
    expect(await plansReadFor([asked, afterKey, afterKey])).toEqual([1, 1, 0])
    file.writer.exec('delete from things where id = 1')
    await file.settled()
    expect(await plansReadFor([asked, asked])).toEqual([1, 0])
    file.writer.exec('create index things_note on things (note)')
    await file.settled()
    expect(await file.readAgain(file.statement(sql))).toHaveLength(10)
  })
})
