import type { TableQuery } from '../../src/core/table-query'
import { createTableService, type QueryResult } from '../../src/core/table-service'
import type { Cell } from '../../src/dialect/schema'
import { changingConnection } from './changing-connection'
import type { WrittenDatabase } from './written-database'

export interface RefilledTable {
  /** The table, or a view of it. */
  readonly name: string
  readonly table: string
  readonly limit: number
  /** Default: all. */
  readonly columns?: readonly string[]
  /** Default: that of the table, and each of its columns in both directions. */
  readonly orders?: readonly TableQuery['sort'][]
  /** Reads each column in one direction, by turns from this one: 0 or 1; default: in both. */
  readonly turn?: number | undefined
  /** A column in whose order one statement returns the page and the total of its snapshot; default: none. */
  readonly joinedBy?: string | undefined
}

/**
 * Reads pages of a table while it is empty for the statement of the page, and has its rows again for each
 * later statement, and expects the rows and the total of a table that does not change.
 */
export async function expectPagesOfRefilled(
  { connection, writer }: WrittenDatabase,
  { name, table, limit, columns, orders, turn, joinedBy }: RefilledTable,
): Promise<void> {
  await writer.run(`create table kept as select * from ${table}`)
  const { dialect } = connection
  try {
    const usual = createTableService(connection, dialect, { plainReads: true })
    const described = await usual.describeTable(name)
    const byColumn = described.columns.flatMap(({ name: column }, index) =>
      (['asc', 'desc'] as const)
        .filter((_, place) => turn === undefined || (index + turn + place) % 2 === 0)
        .map((direction): TableQuery['sort'] => [{ column, direction }]),
    )
    for (const sort of orders ?? [[], ...byColumn]) {
      const query = { table: name, page: 1, limit, filter: '', sort, ...(columns && { columns }) }
      const expected = printed(await usual.query(query))
      expect(expected.rows.length).toBeGreaterThan(1)
      const refilled = changingConnection(connection, async (before) => {
        await writer.run(`delete from ${table}`)
        if (before > 0) await writer.run(`insert into ${table} select * from kept`)
      })
      connection.statements.length = 0
      const tables = createTableService(refilled, dialect, { plainReads: true })
      const result = await tables.query(query)
      const counting = connection.statements.filter(({ sql }) => sql.includes('count(*)'))
      if (sort[0] && sort[0].column === joinedBy) {
        expect(result).toMatchObject({ rows: [], pagination: { total: 0 } })
        expect(counting).toHaveLength(1)
        await writer.run(`insert into ${table} select * from kept`)
        continue
      }
      expect({ sort, ...printed(result) }).toEqual({ sort, ...expected })
      // The page, the total, and both.
      expect(counting).toHaveLength(3)
    }
  } finally {
    await writer.run('drop table kept')
  }
}

/** Without the forms in which the driver returns cells, which depend on the plan. */
function printed({ columns, rows, pagination }: QueryResult): {
  rows: (string | null | undefined)[][]
  pagination: QueryResult['pagination']
} {
  const print = (cell: Cell, index: number): string | null | undefined =>
    cell === null ? null : columns[index]?.toJson(cell)
  return { rows: rows.map((row) => row.map(print)), pagination }
}
