import { createTableService } from '../../src/core/table-service'
import type { TableQuery } from '../../src/core/table-query'
import { recordedConnection, untilQuiet } from './recorded-connection'

interface Options {
  /** A page whose read collects the bookmarks of the order, by which the other page is then read. */
  readonly collectingPage?: number
}

/** The maximum number of rows that a step of the plan of a page has, on Postgres, when the total is known. */
export async function rowsOfPlan(
  url: string,
  query: TableQuery,
  { collectingPage }: Options = {},
): Promise<number> {
  const connection = recordedConnection(url)
  try {
    // By this clock, collecting takes no time, so it does not stop before the last bookmark.
    const tables = createTableService(connection, connection.dialect, { now: () => 0 })
    await tables.query({ ...query, page: 1, sort: [] })
    if (collectingPage !== undefined) {
      await tables.query({ ...query, page: collectingPage })
      await untilQuiet(connection)
    }
    connection.statements.length = 0
    await tables.query(query)
    const statement = connection.statements.find(({ sql }) => sql.includes('order by'))
    if (!statement) throw new Error('no statement reads a page')
    const [[text] = []] = await connection.readRows({
      sql: `explain (analyze, format json) ${statement.sql}`,
      bindings: statement.bindings,
    })
    const counts = [...String(text).matchAll(/"Actual Rows": ([\d.]+)/g)].map(([, n]) => Number(n))
    return Math.max(...counts)
  } finally {
    await connection.close()
  }
}
