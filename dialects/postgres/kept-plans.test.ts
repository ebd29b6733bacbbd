/**
 * Postgres reuses its plan for the statement of pages after the first one.
 *
 * @quiet After a write to any database of the server, a page counts again, by another statement.
 */
import { createTableService } from '../../src/core/table-service'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection } from '../../test/support/recorded-connection'

/** Postgres may use a plan for all values after this number of plans for the given values. */
const CUSTOM_PLANS = 5

/** Counts the prepared statements of pages. */
const PREPARED = {
  sql: `select count(*) from pg_prepared_statements where statement ~ '[ ]limit [0-9]'`,
  bindings: [],
}

describeEachServer('postgres', 'the plans of pages', (server) => {
  let url = ''
  beforeAll(async () => {
    await server.serve(
      [
        'create table words (id integer primary key, word text not null)',
        'create index on words (word)',
        "insert into words select id, 'word ' || id from generate_series(1, 20000) as id",
        'analyze words',
      ],
      ({ href }) => {
        url = href
      },
    )
  })

  it.each(['id', 'word'])('are reused in an order by %s', async (column) => {
    // All statements run on one session.
    const connection = recordedConnection(url, { poolSize: 1 })
    try {
      const tables = createTableService(connection, connection.dialect)
      const query = { table: 'words', limit: 10, filter: '' }
      const sort = [{ column, direction: 'asc' as const }]
      const pages = 4 * CUSTOM_PLANS
      for (let page = 2; page < pages; page++) await tables.query({ ...query, sort, page })
      // The first page has another statement.
      const statements = await connection.readRows({
        sql: `select custom_plans from pg_prepared_statements
          where generic_plans > ${CUSTOM_PLANS} and statement like '%offset%'`,
        bindings: [],
      })
      expect(statements).toEqual([[String(CUSTOM_PLANS)]])
    } finally {
      await connection.close()
    }
  })

  it('are made for each search, because a rare term needs another one than frequent terms', async () => {
    const connection = recordedConnection(url, { poolSize: 1 })
    try {
      const tables = createTableService(connection, connection.dialect)
      const query = { table: 'words', limit: 10, sort: [], page: 1 }
      for (let term = 0; term <= 2 * CUSTOM_PLANS; term++) {
        await tables.query({ ...query, filter: `word ${term}` })
      }
      expect(connection.statements.some(({ sql }) => sql.includes('~'))).toBe(true)
      expect(await connection.readRows(PREPARED)).toEqual([['0']])
    } finally {
      await connection.close()
    }
  })

  it('take a limited size of the server, after which a session is replaced', async () => {
    const connection = recordedConnection(url, { poolSize: 1 })
    try {
      const processes: unknown[] = []
      for (let number = 0; number < 6; number++) {
        const sql = `select pg_backend_pid(), ${number} /* ${'x'.repeat(300_000)} */`
        const [[process] = []] = await connection.readRows({ sql, bindings: [] })
        processes.push(process)
      }
      const [first, , , , fifth] = processes
      expect(fifth).not.toBe(first)
      expect(processes).toEqual([first, first, first, first, fifth, fifth])
    } finally {
      await connection.close()
    }
  })

  it('compute the token for the rows of the page only, not for those that it skips', async () => {
    const connection = recordedConnection(url, { poolSize: 1 })
    try {
      const tables = createTableService(connection, connection.dialect)
      const query = { table: 'words', limit: 10, filter: '', sort: [] }
      for (const page of [1, 20]) await tables.query({ ...query, page })
      const statement = connection.statements.find(({ sql }) => sql.includes('offset'))
      if (!statement) throw new Error('no statement skips rows')
      const [[text] = []] = await connection.readRows({
        sql: `explain (analyze, verbose, format json) ${statement.sql}`,
        bindings: statement.bindings,
      })
      const [{ Plan: plan }] = JSON.parse(String(text)) as [{ Plan: PlanNode }]
      const withToken = nodesOf(plan).filter(({ Output }) => Output?.some(isComparison))
      expect(withToken.map((node) => node['Actual Rows'])).toEqual([10])
    } finally {
      await connection.close()
    }
  })
})

interface PlanNode {
  readonly Output?: readonly string[]
  readonly 'Actual Rows': number
  readonly Plans?: readonly PlanNode[]
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

/** The comparison of the token with that of the cached total. */
function isComparison(expression: string): boolean {
  return expression.startsWith('NULLIF')
}
