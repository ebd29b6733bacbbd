/** The parts of a statement that postgres_fdw executes in the other databases. */
import { readRequest } from '../../src/core/reader'
import { Client } from 'pg'
import { createReader } from '../../src/core/create-reader'
import { planRead } from '../../src/core/read-plan'
import type { TableQuery } from '../../src/core/table-query'
import { foreignTables } from '../../test/engines/postgres/foreign-tables'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection } from '../../test/support/recorded-connection'

describeEachServer('postgres', 'a statement about rows in other databases', (server) => {
  const tables = foreignTables(server)

  /** The statements of the plan that run in the other databases. */
  const remoteSql = async (name: string, query: Partial<TableQuery>): Promise<string[]> => {
    const connection = recordedConnection(tables.app.url)
    const { dialect, catalogue, statements } = connection
    const client = new Client({ connectionString: tables.app.url })
    try {
      const table = await dialect.createIntrospector(catalogue).describeTable(name)
      if (!table) throw new Error(`no table ${name}`)
      const plan = planRead(
        { table: name, page: 1, limit: 10, filter: '', sort: [], ...query },
        table,
        dialect,
      )
      await createReader(connection, dialect).read(readRequest(plan))
      await client.connect()
      const [statement] = statements
      if (!statement) throw new Error('no statement')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (verbose, costs off) ${statement.sql}`,
        [...statement.bindings],
      )
      return rows.flatMap(({ 'QUERY PLAN': line }) => /Remote SQL: (.*)/.exec(line)?.[1] ?? [])
    } finally {
      await client.end()
      await connection.close()
    }
  }

  const count = /^SELECT count\(\*\) FROM/
  it('counts, sorts and limits in the other databases', async () => {
    const remote = await remoteSql('slim', { page: 3 })
    expect(remote.filter((sql) => count.test(sql))).toHaveLength(2)
    const page = / ORDER BY id ASC NULLS LAST, .*name.* USING ~<~ .*tags ASC .*LIMIT 30::bigint$/
    expect(remote.filter((sql) => page.test(sql))).toHaveLength(2)
  })

  it('searches in the other databases', async () => {
    const remote = await remoteSql('slim', { filter: 'beta' })
    const searches = remote.filter((sql) => sql.includes('~ '))
    expect(searches.filter((sql) => count.test(sql))).toHaveLength(2)
    expect(searches.length).toBeGreaterThanOrEqual(4)
  })

  it('sorts in the other databases by the first keys, if they cannot sort by the others', async () => {
    const remote = await remoteSql('spread', {})
    const pages = remote.filter((sql) => / ORDER BY id ASC NULLS LAST, .*doc ASC/.test(sql))
    expect(pages).toHaveLength(2)
  })
})
