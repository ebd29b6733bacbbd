/** A table that changes after the app has read the catalogue and before the statement runs. */
import { setTimeout as delay } from 'node:timers/promises'
import type { FixtureWriter } from '../../fixtures/fixture-storage'
import { createApp } from '../../src/app'
import { createTableService } from '../../src/core/table-service'
import { describeEachServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import { recordedConnection } from '../../test/support/recorded-connection'
import { outdatedResponses, retypings } from '../../test/support/retyped-column'
import { sendRequest } from '../../test/support/send-request'
import { serveApp } from '../../test/support/serve-app'
import type { TestApp } from '../../test/support/test-app'
import { fixtureStorage } from '../../test/engines/postgres/fixture-storage'

/** Types with different JSON. */
const DIFFERENT_TYPES = [
  { type: 'integer', value: '12' },
  { type: 'text', value: `'1 "x" \\ '` },
  { type: 'json', value: `'{"a": [1, "b"]}'` },
  { type: 'text[]', value: `'{"1 \\"x\\"",b}'` },
  { type: 'mood', value: `'1 good'` },
]

const OTHER_TYPES = [
  { type: 'boolean', value: 'true' },
  { type: 'timestamptz', value: `'2024-02-29 13:05:06'` },
  { type: 'bytea', value: `'\\x00ff'` },
  { type: 'bigint', value: '9007199254740993' },
  { type: 'varchar(20)', value: `'{"a": "b"'` },
  { type: 'float8', value: '0.1' },
  { type: 'numeric(10,2)', value: '12.50' },
  { type: 'timestamp', value: `'2024-02-29 13:05:06.120'` },
  { type: 'time', value: `'13:05:06.5'` },
  { type: 'integer[]', value: `'{1,NULL,3}'` },
  { type: 'whole', value: '12' },
]

const TYPES = effort(DIFFERENT_TYPES, [...DIFFERENT_TYPES, ...OTHER_TYPES])

describeEachServer('postgres', 'a table that has just changed', (server) => {
  const withWriter = async (app: TestApp, work: (writer: FixtureWriter) => Promise<void>) => {
    const writer = await fixtureStorage.open(app.url)
    await work(writer).finally(() => writer.close())
  }
  const change = (app: TestApp, ...statements: string[]): Promise<void> =>
    withWriter(app, async (writer) => {
      for (const statement of statements) await writer.run(statement)
    })

  it('has values of its new type in the next response, for each pair of types', async () => {
    const app = await server.serve([
      'create domain whole as smallint',
      `create type mood as enum ('1 good', 'bad')`,
      'create table retyped (id integer primary key, v integer)',
    ])
    const outdated: string[] = []
    await withWriter(app, async (writer) => {
      for (const [from, to, first] of retypings(TYPES)) {
        await writer.run(
          'drop table retyped; create table retyped (id integer primary key, ' +
            `v ${from.type}); insert into retyped values (1, ${from.value}), (2, null)`,
        )
        await app.get('query?table=retyped')
        const alteration = `alter table retyped alter v type ${to.type} using ${to.value}`
        const responses = await outdatedResponses(app, writer, { change: [alteration], first })
        outdated.push(...responses.map((response) => `${from.type} to ${to.type}: ${response}`))
      }
    })
    expect(outdated).toEqual([])
  }, 120_000)

  it.each(effort(['json'], ['json', 'json[]', 'xid']))(
    'has the order of its new type, if it was %s and is not selected',
    async (type) => {
      const literal = (n: number): string => (type.endsWith('[]') ? `'{${n}}'` : `'${n}'`)
      const app = await server.serve([
        `create table ordered (id integer primary key, v ${type})`,
        `insert into ordered values (10, ${literal(10)}), (9, ${literal(9)})`,
      ])
      const path = 'query?table=ordered&columns=id&sort=v:asc'
      expect((await app.get(path)).text).toContain('"data":[{"id":10},{"id":9}]')
      await change(app, 'alter table ordered alter v type integer using id')
      expect((await app.get(path)).text).toContain('"data":[{"id":9},{"id":10}]')
    },
  )

  it('causes no error although all sessions have prepared its statements', async () => {
    const app = await server.serve(
      [
        'create table filled (id integer primary key, v integer)',
        'insert into filled select n, n from generate_series(1, 1000) as n',
      ],
      undefined,
      { poolSize: 8 },
    )
    const pages = (): Promise<number[]> =>
      Promise.all(
        Array.from({ length: 40 }, async (_, page) => {
          const path = `query?table=filled&page=${page + 2}`
          return (await app.get(path)).status
        }),
      )
    const success = Array.from({ length: 40 }, () => 200)
    expect(await pages()).toEqual(success)
    await change(app, 'alter table filled alter v type bigint')
    expect(await pages()).toEqual(success)
    await change(app, 'alter table filled alter v type text')
    app.expireCaches()
    expect(await pages()).toEqual(success)
    expect((await app.get('query?table=filled&page=2&limit=1')).text).toContain('"v":"2"')
  })

  it('is read correctly by a request with a role, whose statements run in a transaction', async () => {
    const role = `changed_role_${process.pid}`
    const app = await server.serve([
      'create table roled (id integer primary key, v integer)',
      'insert into roled values (1, 1)',
      `create role ${role}`,
      `grant select on roled to ${role}`,
    ])
    const connection = recordedConnection(app.url, { poolSize: 1 })
    const tables = createTableService(connection, connection.dialect).withRole?.({
      role,
      claims: '{}',
    })
    const read = async (): Promise<unknown> => {
      const query = { table: 'roled', page: 1, limit: 5, filter: '', sort: [] }
      const result = await tables?.query(query)
      return [result?.rows, result?.columns.map(({ type }) => type)]
    }
    try {
      expect(await read()).toEqual([[['1', '1']], ['integer', 'integer']])
      await change(app, 'alter table roled alter v type bigint')
      expect(await read()).toEqual([[['1', '1']], ['integer', 'bigint']])
    } finally {
      await connection.close()
      await change(app, `drop owned by ${role}`, `drop role ${role}`)
    }
  })

  it('has a new ETag after its domain is replaced by one of the same name', async () => {
    const app = await server.serve([
      'create domain code as integer',
      'create table coded (id integer primary key, v code)',
      'insert into coded values (1, 12)',
    ])
    const before = await app.get('query?table=coded')
    expect(before.text).toContain('"v":12')
    await change(
      app,
      `alter table coded alter v type text; drop domain code; create domain code as text;
       alter table coded alter v type code`,
    )
    const headers = { 'If-None-Match': String(before.headers.etag) }
    const after = await app.get('query?table=coded', { headers })
    expect([after.status, after.text]).toEqual([200, expect.stringContaining('"v":"12"')])
    const tags = [before.headers.etag, after.headers.etag]
    expect(tags).toEqual([expect.stringMatching(/^"/), expect.stringMatching(/^"/)])
    expect(new Set(tags).size).toBe(2)
    app.expireCaches()
    expect((await app.get('query?table=coded')).text).toBe(after.text)
  })

  it('is read correctly after two tables have swapped their names', async () => {
    const app = await server.serve([
      'create table swapped (id integer primary key, v integer)',
      'create table other (v integer, id text)',
      'insert into swapped values (1, 1)',
      `insert into other values (2, 'two'), (3, 'two')`,
    ])
    await app.get('query?table=swapped&limit=1')
    await change(
      app,
      'alter table swapped rename to was; alter table other rename to swapped; alter table was rename to other',
    )
    const { text } = await app.get('query?table=swapped&limit=5')
    expect(text).toContain('[{"v":2,"id":"two"},{"v":3,"id":"two"}]')
  })

  it('has each row once after its key is dropped', async () => {
    const app = await server.serve([
      'create table keyed (id int primary key, v text)',
      `insert into keyed values (1, 'a'), (2, 'a')`,
    ])
    await app.get('query?table=keyed&filter=a')
    await change(
      app,
      'alter table keyed drop constraint keyed_pkey; alter table keyed alter id drop not null',
      `insert into keyed values (1, 'ab'), (null, 'a')`,
    )
    const { text } = await app.get('query?table=keyed&filter=a&columns=v,id')
    expect(text).toContain(
      '[{"v":"a","id":null},{"v":"a","id":1},{"v":"ab","id":1},{"v":"a","id":2}]',
    )
    expect(text).toContain('"total":4')
  })

  it.each([
    ['a label of an enum is renamed', `alter type step rename value 'b' to 'z'`],
    [
      'a domain is replaced by one of another type',
      `alter table deep alter v type integer using id; drop domain dom;
       create domain dom as integer; alter table deep alter v type dom`,
    ],
  ])('has deep pages after %s', async (_name, statement) => {
    const app = await server.serve([
      `create type step as enum ('a', 'b', 'c')`,
      'create domain dom as text',
      'create table deep (id integer primary key, v step not null)',
      `insert into deep select n, case when n < 10 then 'a' else 'b' end::step
        from generate_series(1, 300) as n`,
      ...(statement.includes('domain') ? ['alter table deep alter v type dom using v::text'] : []),
    ])
    const connection = recordedConnection(app.url)
    const service = createTableService(connection, connection.dialect, { bookmarkStep: 3 })
    const served = await serveApp(createApp({ tables: service }))
    const read = async (page: number): Promise<string> => {
      const path = `/api/table-viewer/query?table=deep&sort=v:asc&limit=5&page=${page}`
      const { status, text } = await sendRequest(served.origin, path)
      return `${status} ${text}`
    }
    const isSeek = ({ sql }: { sql: string }): boolean => sql.includes('cast($')
    try {
      // Every write to the server discards bookmarks, so it may take some reads until they are used.
      for (let attempt = 0; attempt < 100 && !connection.statements.some(isSeek); attempt++) {
        await read(30)
        await delay(20)
      }
      expect(connection.statements.some(isSeek)).toBe(true)
      await change(app, statement)
      const responses = [await read(29), await read(30)]
      expect(responses.map((response) => response.slice(0, 4))).toEqual(['200 ', '200 '])
    } finally {
      served.stop()
      await connection.close()
    }
  })
})
