/** Each row is on exactly one page, even if the collations of a key and of its columns differ. */
import Database from 'better-sqlite3'
import { describeEachServer } from '../../test/support/describe-each-server'
import { forgetSpans, recordedSpans } from '../../test/support/recorded-spans'
import { waitUntil } from '../../test/support/wait-until'

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

/** Whether the last page was read from a bookmark. */
function startsAtBookmark(): boolean {
  const texts = recordedSpans().map(({ attributes }) => String(attributes['db.query.text']))
  return texts.some((text) => / where .* [<>] \(?\?/.test(text))
}

describeEachServer('sqlite', 'the row order', (server) => {
  it.each([
    'k text collate nocase, v integer, primary key (k collate binary)) without rowid',
    'k text collate rtrim not null, v integer, primary key (k collate binary, v)) without rowid',
    'v integer, k text collate nocase, primary key (v, k)) without rowid',
    'k text collate nocase not null, v integer, unique (k collate binary))',
    'k text collate nocase not null, v integer not null, unique (v, k collate binary))',
    'k text collate nocase, v integer, unique (k collate binary))',
    'k text not null, v integer, unique (k collate nocase, v))',
    'k text not null collate nocase, v integer); create unique index i on t (k) where v < 0',
    'k text not null collate nocase, v integer); create unique index i on t (k || v)',
    'k text not null collate nocase, v integer); create unique index i on t (k collate "BINARY" desc)',
  ])(
    'has each row on one page for create table t (%s',
    async (definition) => {
      const app = await server.serve([
        ...`create table t (${definition}`.split('; '),
        VALUES,
        'create index by_word on t (k)',
      ])
      for (const query of ['', '&sort=k:asc', '&sort=k:desc', '&sort=v:desc', '&filter=y']) {
        const valuesOf = async (page: number): Promise<number[]> => {
          const { text } = await app.get(`query?table=t${query}&limit=${LIMIT}&page=${page}`)
          const { data } = JSON.parse(text) as { data: { v: number }[] }
          return data.map(({ v }) => v)
        }
        await waitUntil(async () => {
          forgetSpans()
          await valuesOf(MIDDLE)
          return startsAtBookmark()
        })
        const found: number[] = []
        for (let page = 1; page <= ROWS / LIMIT; page++) found.push(...(await valuesOf(page)))
        expect([query, new Set(found).size, found.length]).toEqual([query, ROWS, ROWS])
      }
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
    for (const limit of [1, 7, 30]) expect(await read(limit)).toEqual(all)
  })

  it('has each row on one page in a UTF-16 file with lone surrogates', async () => {
    const count = 3000
    const app = await server.serve([
      "pragma encoding = 'UTF-16le'",
      'create table t (k text not null unique, v integer)',
      `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})
        insert into t select cast(x'00d8' || cast(char(0x4e00 + i % 70, 0x5000 + i / 70) as blob) as text), i from n`,
    ])
    const found: number[] = []
    for (let round = 0; round < 2; round++) {
      found.length = 0
      for (let page = 300; page >= 1; page--) {
        const { text } = await app.get(`query?table=t&columns=v&sort=k:asc&limit=10&page=${page}`)
        found.push(...(JSON.parse(text) as { data: { v: number }[] }).data.map(({ v }) => v))
      }
    }
    expect([new Set(found).size, found.length]).toEqual([count, count])
  }, 60_000)

  it('reads a UTF-16 file from bookmarks by a key that is the rowid', async () => {
    const app = await server.serve([
      "pragma encoding = 'UTF-16le'",
      'create table t (id integer primary key, k text, v integer)',
      VALUES,
    ])
    await waitUntil(async () => {
      forgetSpans()
      await app.get(`query?table=t&limit=${LIMIT}&page=${MIDDLE}`)
      return startsAtBookmark()
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
    forgetSpans()
    const middle = `table=many&sort=k:asc&limit=${LIMIT}&page=${MIDDLE}`
    const expected = await valuesOf(middle)
    expect(expected).toHaveLength(LIMIT)
    await waitUntil(async () => {
      expect(await valuesOf(middle)).toEqual(expected)
      return startsAtBookmark()
    })
  })
})
