/** The three things the API can do, over one database; this is where a request becomes a result. */
import type { Knex } from 'knex'
import type { Dialect } from '../dialect/dialect'
import type { TableSchema } from '../dialect/schema'
import { createCatalogueCache } from './catalogue-cache'
import { databaseError, tableNotFound } from './errors'
import { paginate, type Pagination } from './pagination'
import { runRead, type ReadResult } from './read-executor'
import { planRead, type ReadPlan } from './read-plan'
import type { TableQuery } from './table-query'

export interface QueryResult extends Pick<ReadResult, 'rows'>, Pick<ReadPlan, 'columns'> {
  readonly pagination: Pagination
}

export interface TableService {
  listTables(): Promise<readonly string[]>
  /** @throws ApiError TABLE_NOT_FOUND */
  describeTable(name: string): Promise<TableSchema>
  /** @throws ApiError TABLE_NOT_FOUND, or INVALID_QUERY for a column */
  query(query: TableQuery): Promise<QueryResult>
}

/** @param schemas those to expose instead of the connection's own */
export function createTableService(
  db: Knex,
  dialect: Dialect,
  schemas?: readonly string[],
): TableService {
  const catalogue = createCatalogueCache(dialect.createIntrospector(db, schemas))
  const listTables = (): Promise<readonly string[]> => fromDatabase(() => catalogue.listTables())

  const describeTable = async (name: string): Promise<TableSchema> => {
    const table = await fromDatabase(() => catalogue.describeTable(name))
    if (table) return table
    throw tableNotFound(name, await listTables())
  }

  const planFor = async (query: TableQuery): Promise<ReadPlan> =>
    planRead(query, await describeTable(query.table), dialect)

  const run = async ({ page, limit }: TableQuery, plan: ReadPlan): Promise<QueryResult> => {
    const { rows, total } = await fromDatabase(() => runRead(db, dialect, plan))
    return { rows, columns: plan.columns, pagination: paginate(page, limit, total) }
  }

  return {
    listTables,
    describeTable,
    query: async (query) => {
      const plan = await planFor(query)
      try {
        return await run(query, plan)
      } catch (error) {
        // Perhaps the table is another since it was described, or gone.
        catalogue.forget()
        const current = await planFor(query)
        if (isSamePlan(current, plan)) throw error
        return run(query, current)
      }
    },
  }
}

/** By everything that statements are made of; functions write only the values that came back. */
function isSamePlan(a: ReadPlan, b: ReadPlan): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Whatever a driver throws is a DATABASE_ERROR to the client. */
async function fromDatabase<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw databaseError(error)
  }
}
