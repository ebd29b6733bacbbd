import { createTableService } from '../../src/core/table-service'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection, type RecordedConnection } from '../../test/support/recorded-connection'
import type { TestApp } from '../../test/support/test-app'

describeEachServer('sqlite', 'the catalogue', (server) => {
  let app: TestApp
  beforeAll(async () => {
    app = await server.serve([
      'create table "Mixed Case" (Id integer primary key, "Name" text)',
      `insert into "Mixed Case" values (1, 'x')`,
      'create table nullable_key (k text primary key, v integer)',
      "insert into nullable_key values (null, 1), (null, 2), ('a', 3), (null, 4)",
      'create table stubborn (k text collate nocase, v integer, primary key (k collate binary))',
      "insert into stubborn values ('a', 1), ('A', 2)",
      'create table no_rowid (k text primary key, v integer) without rowid',
      "insert into no_rowid values ('b', 1), ('a', 2)",
      'create table taken (rowid text, _rowid_ text, v integer)',
      "insert into taken values ('x', 'y', 1), ('x', 'y', 2)",
      'create table strict_one (i integer, t text, b blob, r real, a any) strict',
      'create table generated (a integer, b integer as (a * 2), c text as (a || 1) stored)',
      'insert into generated values (2)',
      'create virtual table notes using fts5(title, body)',
      "insert into notes values ('One', 'alpha beta')",
      'create table cells (id integer primary key, v integer, w, flag boolean)',
      `insert into cells values (1, 'text', 1.5, 1), (2, 9007199254740993, x'00', 0), (3, 2.5, 'w', 7),
        (4, null, null, 'yes')`,
      "create view computed as select id, v || '' as joined, 1 as one from cells",
      'create temporary table not_here (x)',
      'create table pragma_table_list (only text)',
      'create table "main.cells" (of_the_dot integer)',
      'create table "temp" (of_temp integer)',
      'create virtual table boxes using rtree(id, low, high)',
      'insert into boxes values (1, 0.5, 2)',
      'create virtual table bare using fts4(words)',
      "insert into bare values ('Some Words')",
      'create table gone (x)',
      'create view broken as select x from gone',
      'drop table gone',
      'analyze',
      'create table odd_cells (id integer primary key, v)',
      `insert into odd_cells values (1, cast(x'636166e9' as text)), (2, char(0) || 'a' || char(0)),
        (3, 9e999), (4, -9223372036854775808), (5, 5e-324), (6, -0.0)`,
      'create table "" (unnamed integer)',
      'create table zeros (r real)',
      'insert into zeros values (-0.0)',
    ])
  })

  const data = async (query: string): Promise<unknown> => {
    const { text } = await app.get(`query?${query}`)
    return (JSON.parse(text) as { data?: unknown }).data ?? text
  }

  it('lists no shadow tables, no tables of the system, and none without a name', async () => {
    expect(JSON.parse((await app.get('tables')).text)).toEqual([
      'Mixed Case',
      'bare',
      'boxes',
      'broken',
      'cells',
      'computed',
      'generated',
      'main.cells',
      'no_rowid',
      'notes',
      'nullable_key',
      'odd_cells',
      'pragma_table_list',
      'strict_one',
      'stubborn',
      'taken',
      'temp',
      'zeros',
    ])
  })

  it('matches names in any case of ASCII letters and returns the declared ones', async () => {
    const { text } = await app.get('query?table=mixed%20CASE&columns=ID,nAME&sort=iD:asc')
    expect(JSON.parse(text)).toMatchObject({
      data: [{ Id: 1, Name: 'x' }],
      columns: ['Id', 'Name'],
    })
    expect((await app.get('tables/MIXED%20CASE')).text).toContain('"name":"Mixed Case"')
  })

  it('has a unique order of rows where a primary key is not unique', async () => {
    expect(await data('table=nullable_key&columns=v')).toEqual([
      { v: 1 },
      { v: 2 },
      { v: 4 },
      { v: 3 },
    ])
    expect(await data('table=nullable_key&columns=v&sort=k:desc')).toEqual([
      { v: 3 },
      { v: 4 },
      { v: 2 },
      { v: 1 },
    ])
    expect(await data('table=stubborn&columns=v&sort=k:desc')).toEqual([{ v: 2 }, { v: 1 }])
    expect(await data('table=no_rowid&columns=v')).toEqual([{ v: 2 }, { v: 1 }])
    expect(await data('table=taken&columns=v&sort=rowid:desc')).toEqual([{ v: 2 }, { v: 1 }])
  })

  it('lists generated columns, but no hidden ones', async () => {
    expect(await data('table=generated')).toEqual([{ a: 2, b: 4, c: '21' }])
    expect(JSON.parse((await app.get('tables/notes')).text)).toEqual({
      name: 'notes',
      columns: [
        { name: 'title', type: '' },
        { name: 'body', type: '' },
      ],
    })
    expect(await data('table=notes&filter=BETA')).toEqual([{ title: 'One', body: 'alpha beta' }])
  })

  it('finds tables with names that are special to SQLite', async () => {
    expect((await app.get('tables/pragma_table_list')).text).toContain('"name":"only"')
    expect((await app.get('tables/main.cells')).text).toContain('"name":"of_the_dot"')
    expect((await app.get('tables/temp')).text).toContain('"name":"of_temp"')
    expect((await app.get('query?table=main.boxes')).status).toBe(404)
    expect((await app.get('query?table=temp.not_here')).status).toBe(404)
  })

  it('reads virtual tables of other modules, ordered by their rowid', async () => {
    expect(await data('table=boxes&sort=low:desc')).toEqual([{ id: 1, low: 0.5, high: 2 }])
    expect(await data('table=bare&filter=WORDS')).toEqual([{ words: 'Some Words' }])
  })

  it('responds with an error for a view of a dropped table', async () => {
    for (const path of ['tables/broken', 'query?table=broken']) {
      const { status, text } = await app.get(path)
      expect([status, JSON.parse(text)]).toMatchObject([500, { error: 'DATABASE_ERROR' }])
    }
  })

  it('encodes each cell by its stored type', async () => {
    expect(await data('table=cells')).toEqual([
      { id: 1, v: 'text', w: 1.5, flag: true },
      { id: 2, v: '9007199254740993', w: 'AA==', flag: false },
      { id: 3, v: 2.5, w: 'w', flag: 7 },
      { id: 4, v: null, w: null, flag: 'yes' },
    ])
  })

  it('encodes invalid UTF-8 as U+FFFD, and every number', async () => {
    expect(await data('table=odd_cells&sort=id:asc')).toEqual([
      { id: 1, v: 'caf\ufffd' },
      { id: 2, v: '\u0000a\u0000' },
      { id: 3, v: 'Infinity' },
      { id: 4, v: '-9223372036854775808' },
      { id: 5, v: 5e-324 },
      { id: 6, v: -0 },
    ])
    // A REAL column stores a whole number as an integer, and there is no integer -0.
    expect(await data('table=zeros')).toEqual([{ r: 0 }])
  })

  it('searches computed columns of a view, but only cells of text', async () => {
    expect(await data('table=computed&filter=TEXT&columns=id')).toEqual([{ id: 1 }])
    expect(await data('table=computed&filter=1&filterColumns=one&columns=id')).toEqual([])
    expect(await data('table=cells&filter=w')).toEqual([])
  })

  it('refuses the option schemas', async () => {
    await expect(server.serve([], undefined, { schemas: ['a'] })).rejects.toHaveProperty(
      'message',
      'schemas cannot be used with a sqlite database',
    )
  })
})

describeEachServer('sqlite', 'an order by an indexed column', (server) => {
  const definitions: [definition: string, usesOnlyIndex: boolean][] = [
    ['id integer primary key, u text not null unique', true],
    ['id bigint not null primary key, u text not null unique', true],
    ['id text not null, primary key (id)', true],
    ['id text not null collate nocase primary key', true],
    ['id text primary key', true],
    ['id numeric primary key', false],
    ['id text collate nocase primary key', false],
  ]
  let connection: RecordedConnection
  beforeAll(async () => {
    const url = await server.create([
      ...definitions.flatMap(([definition], index) => [
        `create table keyed_${index} (c text not null, ${definition})`,
        `create index keyed_${index}_c on keyed_${index} (c)`,
      ]),
      'create table holes (id text primary key, v integer)',
      'create index holes_v on holes (v)',
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 200)
        insert into holes select iif(n % 3 = 0, null, n * 7919 % 211), n % 5 from numbers`,
    ])
    connection = recordedConnection(url)
  })
  afterAll(() => connection.close())

  it.each(definitions.map((each, index) => [...each, index] as const))(
    'of a table with %s uses only the index: %s',
    async (_definition, usesOnlyIndex, index) => {
      const { builder, catalogue, dialect } = connection
      const name = `keyed_${index}`
      const table = await dialect.createIntrospector(catalogue).describeTable(name)
      const keys = table?.tieBreakAfterSort ?? table?.tieBreak ?? []
      const order = ['t."c"', ...keys.map(({ sql }) => sql)].join(', ')
      const plan = await catalogue.readRows<{ detail: string }>(
        builder.raw(`explain query plan select * from ${name} as t order by ${order} limit 10`),
      )
      expect(plan.some(({ detail }) => detail === `SCAN t USING INDEX ${name}_c`)).toBe(
        usesOnlyIndex,
      )
      expect(table?.tieBreak[0]?.sql).toMatch(/^t\."id"/)
    },
  )

  it.each(['asc', 'desc'] as const)(
    'is the same on all pages with NULL keys: %s',
    async (direction) => {
      connection.statements.length = 0
      const tables = createTableService(connection, connection.dialect, { bookmarkStep: 3 })
      const rowsOf = async (page: number, limit: number): Promise<unknown[]> => {
        const sort = [{ column: 'v', direction }]
        const { rows } = await tables.query({ table: 'holes', page, limit, filter: '', sort })
        return rows.map(String)
      }
      const all = await rowsOf(1, 200)
      const order = direction === 'asc' ? 'v, id, rowid' : 'v desc, id desc, rowid desc'
      const { builder, catalogue } = connection
      const expected = await catalogue.readRows(
        builder.raw(`select id, v from holes order by ${order}`),
      )
      expect(all).toEqual(expected.map((row) => String(Object.values(row))))
      for (let page = 40; page > 0; page--) {
        expect(await rowsOf(page, 5)).toEqual(all.slice(5 * page - 5, 5 * page))
      }
      const isSeek = ({ sql }: { sql: string }): boolean => /coalesce\([^)]*\) [<>]/.test(sql)
      expect(connection.statements.some(isSeek)).toBe(true)
    },
  )
})
