/** Each row is on exactly one page, even if the collations of a key and of its columns differ. */
import Database from 'better-sqlite3'
import { createTableService } from '../../src/core/table-service'
import type { SortDirection } from '../../src/dialect/dialect'
import { describeEachServer } from '../../test/support/describe-each-server'
import { dialectForTests } from '../../test/support/dialect-for-tests'
import { effort } from '../../test/support/effort'
import { recordedConnection, untilQuiet } from '../../test/support/recorded-connection'
import { whileStill } from '../../test/support/while-still'

/** Enough rows for a page in the middle to skip a thousand, after which bookmarks are collected. */
const ROWS = 3000
const LIMIT = 300
const MIDDLE = 6

/** Four spellings of each word, one of them with trailing spaces. */
const VALUES = `
  with recursive n(i) as (select 0 union all select i + 1 from n where i < ${ROWS - 1})
  insert into t (k, v) select
    printf('%s%s%04d%s', iif(i % 2, 'x', 'X'), iif(i % 4 < 2, 'y', 'Y'), i / 4, iif(i % 4 = 0, '  ', '')), i
  from n`

interface Order {
  readonly filter?: string
  readonly sort?: readonly [column: string, direction: SortDirection]
}

/** The values of `v` on a page that is read once the bookmarks of its order are collected. */
type ValuesOf = (page: number) => Promise<number[]>

/** Opens the file. @param work gets a function that expects that a page is read from a bookmark of the order */
async function withBookmarks(
  url: string,
  work: (collect: (table: string, order?: Order) => Promise<ValuesOf>) => Promise<void>,
): Promise<void> {
  // Each session is a process, and one reads all pages here.
  const connection = recordedConnection(url, { poolSize: 1 })
  // By this clock, collecting takes no time, so it does not stop before the last bookmark.
  const tables = createTableService(connection, connection.dialect, { now: () => 0 })
  try {
    await work(async (table, { filter = '', sort } = {}) => {
      const terms = sort ? [{ column: sort[0], direction: sort[1] }] : []
      const valuesOf: ValuesOf = async (page) => {
        const query = { table, page, limit: LIMIT, filter, sort: terms }
        const { rows, columns } = await tables.query(query)
        const index = columns.findIndex(({ name }) => name === 'v')
        return rows.map((cells) => Number(cells[index]))
      }
      const statements = await whileStill(dialectForTests('sqlite'), url, async () => {
        // The first read counts, and bookmarks are collected after the second.
        for (let times = 0; times < 2; times++) await valuesOf(MIDDLE)
        await untilQuiet(connection)
        connection.statements.length = 0
        await valuesOf(MIDDLE)
        return connection.statements.map(({ sql }) => sql)
      })
      expect(statements).toEqual([expect.stringMatching(/ where .* [<>] \(?\?/s)])
      return valuesOf
    })
  } finally {
    await connection.close()
  }
}

const DEFINITIONS = [
  'k text collate nocase, v integer, primary key (k collate binary)) without rowid',
  'k text collate rtrim not null, v integer, primary key (k collate binary, v)) without rowid',
  'k text collate nocase, v integer, unique (k collate binary))',
  'k text not null, v integer, unique (k collate nocase, v))',
  'k text not null collate nocase, v integer); create unique index i on t (k) where v < 0; create unique index j on t (k || v)',
  'k text not null collate nocase, v integer); create unique index i on t (k collate "BINARY" desc)',
]
const FURTHER_DEFINITIONS = [
  'k text not null collate nocase, v integer); create unique index i on t (k) where v < 0',
  'k text not null collate nocase, v integer); create unique index i on t (k || v)',
  'v integer, k text collate nocase, primary key (v, k)) without rowid',
  'k text collate nocase not null, v integer, unique (k collate binary))',
  'k text collate nocase not null, v integer not null, unique (v, k collate binary))',
]

const SORTED: readonly Order[] = [
  { sort: ['k', 'asc'] },
  { sort: ['k', 'desc'] },
  { sort: ['v', 'desc'] },
  { filter: 'y' },
]

describeEachServer('sqlite', 'the row order', (server) => {
  it.each([...[...DEFINITIONS, ...effort([], FURTHER_DEFINITIONS)].entries()])(
    '%i: has each row on one page for create table t (%s',
    async (number, definition) => {
      const url = await server.create([
        ...`create table t (${definition}`.split('; '),
        VALUES,
        'create index by_word on t (k)',
      ])
      // Outside of stress tests, each table has one of them by turns.
      const sorted = SORTED.filter((_, index) => effort(index === number % SORTED.length, true))
      const orders: Order[] = [{}, ...sorted]
      await withBookmarks(url, async (collect) => {
        for (const order of orders) {
          const valuesOf = await collect('t', order)
          const found: number[] = []
          for (let page = 1; page <= ROWS / LIMIT; page++) found.push(...(await valuesOf(page)))
          expect([order, new Set(found).size, found.length]).toEqual([order, ROWS, ROWS])
        }
      })
    },
    60_000,
  )

  it.each([
    [
      'create table numbers (rowid, oid, _rowid_, v)',
      'insert into numbers select 1, 1, 1, v from kinds',
    ],
    ['create view numbers as select v from kinds', ''],
  ])('distinguishes equal numbers with different JSON without a key: %s', async (...statements) => {
    const kinds = ['0', '-0.0', '9007199254740992', '9007199254740992.0', "'0'", "x'30'", 'null']
    const rows = Array.from({ length: 70 }, (_, i) => `(${kinds[(i * 3) % kinds.length]})`)
    const app = await server.serve([
      'create table kinds (v)',
      `insert into kinds values ${rows.join()}`,
      ...statements.filter((statement) => statement !== ''),
    ])
    const read = async (limit: number): Promise<string[]> => {
      const found: string[] = []
      for (let page = 1; page <= Math.ceil(rows.length / limit); page++) {
        const query = `query?table=numbers&columns=v&limit=${limit}&page=${page}`
        found.push(...((await app.get(query)).text.match(/\{"v":[^}]*\}/g) ?? []))
      }
      return found
    }
    const all = await read(100)
    expect(new Set(all).size).toBe(kinds.length)
    for (const limit of effort([20], [1, 7, 30])) expect(await read(limit)).toEqual(all)
  })

  it('has each row on one page in a UTF-16 file with lone surrogates', async () => {
    const count = 3000
    const limit = effort(150, 10)
    const app = await server.serve([
      "pragma encoding = 'UTF-16le'",
      'create table t (k text not null unique, v integer)',
      `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})
        insert into t select cast(x'00d8' || cast(char(0x4e00 + i % 70, 0x5000 + i / 70) as blob) as text), i from n`,
    ])
    const found: number[] = []
    for (let round = 0; round < 2; round++) {
      found.length = 0
      for (let page = count / limit; page >= 1; page--) {
        const query = `table=t&columns=v&sort=k:asc&limit=${limit}&page=${page}`
        const { text } = await app.get(`query?${query}`)
        found.push(...(JSON.parse(text) as { data: { v: number }[] }).data.map(({ v }) => v))
      }
    }
    expect([new Set(found).size, found.length]).toEqual([count, count])
  }, 60_000)

  it('reads a UTF-16 file from bookmarks by a key that is the rowid', async () => {
    const url = await server.create([
      "pragma encoding = 'UTF-16le'",
      'create table t (id integer primary key, k text, v integer)',
      VALUES,
    ])
    await withBookmarks(url, async (collect) => {
      await collect('t')
    })
  })

  it('does not use a key with an unknown collation, which another program defines', async () => {
    const rows = "values ('b', 1), ('a', 2), ('A', 3)"
    const app = await server.serve([
      'create table t (k text not null collate rtrim unique, v integer)',
      `insert into t ${rows}`,
      'create table pairs (k text collate rtrim, v integer)',
      `insert into pairs ${rows}`,
      'create table many (k text collate rtrim, v integer)',
      VALUES.replace('into t', 'into many'),
      'create table keyed (k text collate rtrim primary key) without rowid',
      'create table outside (id integer primary key, k text collate rtrim) without rowid',
      'create view seen as select k from pairs',
    ])
    const db = new Database(app.url.replace('sqlite:', ''))
    db.unsafeMode(true)
    db.pragma('writable_schema = on')
    db.exec("update sqlite_schema set sql = replace(sql, 'rtrim', 'swedish')")
    db.close()
    const valuesOf = async (query: string): Promise<unknown> =>
      (JSON.parse((await app.get(`query?columns=v&${query}`)).text) as { data: unknown }).data
    expect(await valuesOf('table=t')).toEqual([{ v: 1 }, { v: 2 }, { v: 3 }])
    expect(await valuesOf('table=t&filter=a&limit=1')).toEqual([{ v: 2 }])
    expect(await valuesOf('table=t&limit=2&page=2')).toEqual([{ v: 3 }])
    // Byte by byte, because only that program can compare by it.
    for (const table of ['t', 'pairs'])
      expect(await valuesOf(`table=${table}&sort=k:asc`)).toEqual([{ v: 3 }, { v: 2 }, { v: 1 }])
    for (const table of ['keyed', 'outside', 'seen']) {
      expect((await app.get(`tables/${table}`)).status).toBe(200)
      expect((await app.get(`query?table=${table}`)).status).toBe(500)
    }
    const middle = await valuesOf(`table=many&sort=k:asc&limit=${LIMIT}&page=${MIDDLE}`)
    expect(middle).toHaveLength(LIMIT)
    await withBookmarks(app.url, async (collect) => {
      const fromBookmarks = await collect('many', { sort: ['k', 'asc'] })
      expect((await fromBookmarks(MIDDLE)).map((v) => ({ v }))).toEqual(middle)
    })
  })
})
