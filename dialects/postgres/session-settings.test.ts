/** Settings of the database or the role that would change totals and rows, slow down reads, or end connections. */
import { createTableService } from '../../src/core/table-service'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection, untilQuiet } from '../../test/support/recorded-connection'
import type { TestApp } from '../../test/support/test-app'

const ROWS = 3000

const STATEMENTS = [
  'create extension pg_trgm',
  `create table elements (id integer primary key, a text[] not null, t text)`,
  `insert into elements select g, (array['{a,NULL}', '{a,z}', '{a,"NULL"}'])[g % 3 + 1]::text[], 'needle ' || g
    from generate_series(1, ${ROWS}) as g`,
  'create index on elements using gin (t gin_trgm_ops)',
  'analyze elements',
  `create view settings as select current_setting('array_nulls') as array_nulls,
    current_setting('gin_fuzzy_search_limit') as gin_fuzzy_search_limit,
    current_setting('jit') as jit,
    current_setting('idle_session_timeout', true) as idle_session_timeout`,
  `do $$ declare name text := quote_ident(current_database()); begin
    execute 'alter database ' || name || ' set array_nulls = off';
    execute 'alter database ' || name || ' set gin_fuzzy_search_limit = 5';
    execute 'alter database ' || name || ' set enable_seqscan = off';
    execute 'alter database ' || name || ' set jit = on';
    if current_setting('server_version_num')::int >= 140000 then
      execute 'alter database ' || name || ' set idle_session_timeout = 3600000';
    end if;
  end $$`,
]

describeEachServer('postgres', 'settings of the database', (server) => {
  let app: TestApp
  beforeAll(async () => {
    app = await server.serve(STATEMENTS)
  })

  it('do not change totals of a search that uses a GIN index', async () => {
    const { text } = await app.get('query?table=elements&filter=needle&limit=1')
    expect(JSON.parse(text)).toMatchObject({ pagination: { total: ROWS } })
  })

  it('do not change deep pages of arrays with NULLs', async () => {
    const connection = recordedConnection(app.url)
    const tables = createTableService(connection, connection.dialect, {
      bookmarkStep: 3,
      maxTotalAge: 600_000,
    })
    const sort = [{ column: 'a', direction: 'asc' }] as const
    const ids = async (page: number, limit: number): Promise<string[]> => {
      const search = { table: 'elements', filter: '', sort, columns: ['id'] }
      return (await tables.query({ ...search, page, limit })).rows.map(([id]) => String(id))
    }
    try {
      const all = await ids(1, ROWS)
      for (const page of [20, 40]) {
        await ids(page, 50)
        await untilQuiet(connection)
      }
      const walked: string[] = []
      for (let page = 1; page <= ROWS / 50; page++) walked.push(...(await ids(page, 50)))
      expect(walked).toEqual(all)
    } finally {
      await connection.close()
    }
  })

  it('do not compile statements of the catalogue to machine code', async () => {
    const { text } = await app.get('query?table=settings&columns=jit')
    expect(JSON.parse(text)).toMatchObject({ data: [{ jit: 'off' }] })
  })

  it('do not end idle connections', async () => {
    const { text } = await app.get('query?table=settings')
    const [row] = (JSON.parse(text) as { data: Record<string, unknown>[] }).data
    // Postgres 13 and older never end them.
    expect(row?.['idle_session_timeout'] ?? '0').toBe('0')
    expect(row).toMatchObject({ array_nulls: 'on', gin_fuzzy_search_limit: '0' })
  })
})
