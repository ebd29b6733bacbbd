/** The three things the API can do, over one database; this is where a request becomes a result. */
import type { Knex } from 'knex'
import type { Dialect } from '../dialect/dialect'
import type { TableSchema } from '../dialect/schema'
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

export function createTableService(db: Knex, dialect: Dialect): TableService {
  const introspector = dialect.createIntrospector(db)

  const describeTable = async (name: string): Promise<TableSchema> => {
    const table = await fromDatabase(() => introspector.describeTable(name))
    if (table) return table
    throw tableNotFound(name, await fromDatabase(() => introspector.listTables()))
  }

  return {
    listTables: () => fromDatabase(() => introspector.listTables()),
    describeTable,
    query: async (query) => {
      const plan = planRead(query, await describeTable(query.table), dialect)
      const { rows, total } = await fromDatabase(() => runRead(db, dialect, plan))
      return { rows, columns: plan.columns, pagination: paginate(query.page, query.limit, total) }
    },
  }
}

/** Whatever a driver throws is a DATABASE_ERROR to the client. */
async function fromDatabase<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw databaseError(error)
  }
}
