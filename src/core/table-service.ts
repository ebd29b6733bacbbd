/** The three things the API can do, over one database; this is where a request becomes a result. */
import type { Knex } from 'knex'
import type { Dialect } from '../dialect/dialect'
import type { TableSchema } from '../dialect/schema'
import { createCatalogueCache } from './catalogue-cache'
import { ApiError, databaseError, tableNotFound } from './errors'
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

  const read = async (query: TableQuery, table: TableSchema): Promise<QueryResult> => {
    const plan = planRead(query, table, dialect)
    const { rows, total } = await fromDatabase(() => runRead(db, dialect, plan))
    return { rows, columns: plan.columns, pagination: paginate(query.page, query.limit, total) }
  }

  return {
    listTables,
    describeTable,
    query: async (query) => {
      const table = await describeTable(query.table)
      try {
        return await read(query, table)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'DATABASE_ERROR') throw error
        // Perhaps the table is another since it was described, or gone.
        catalogue.forget()
        const current = await describeTable(query.table)
        if (isSameTable(current, table)) throw error
        return read(query, current)
      }
    },
  }
}

/** By everything that statements are made of. */
function isSameTable(a: TableSchema, b: TableSchema): boolean {
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
