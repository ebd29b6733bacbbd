/** The three things the API can do, over one database; this is where a request becomes a result. */
import { LRUCache } from 'lru-cache'
import {
  RoleRefusedError,
  type Connection,
  type DatabaseCaller,
  type Dialect,
  type Introspector,
} from '../dialect/dialect'
import { OverloadedError } from '../dialect/pool'
import { ResultTooLargeError } from '../dialect/result-size'
import type { TableSchema } from '../dialect/schema'
import { StatementTimeoutError } from '../dialect/session'
import { createCatalogueCache, type CatalogueCache } from './catalogue-cache'
import { createCallerReaders, createReader, type ReadOptions } from './create-reader'
import { currentVersion, resultVersion } from './data-version'
import {
  ApiError,
  databaseError,
  overloaded,
  roleRefused,
  responseTooLarge,
  statementTimedOut,
  tableNotFound,
} from './errors'
import { paginate, type Pagination } from './pagination'
import type { Permission } from './permission'
import { planRead, type ReadPlan } from './read-plan'
import type { Reader, ReadResult } from './reader'
import { restrictedCatalogue } from './restricted-catalogue'
import { retryOnChange, type Planning } from './retry-on-change'
import type { TableQuery } from './table-query'

export interface QueryResult extends Pick<ReadResult, 'rows'>, Pick<ReadPlan, 'columns'> {
  readonly pagination: Pagination
  /** Equal only for equal results; absent where the database cannot tell. */
  readonly version?: string | undefined
}

export interface TableService {
  listTables(): Promise<readonly string[]>
  /** @throws ApiError TABLE_NOT_FOUND */
  describeTable(name: string): Promise<TableSchema>
  /**
   * @param signal to abort when the answer is not wanted any more: the database stops working on it
   * @throws ApiError TABLE_NOT_FOUND, or INVALID_QUERY for a column; the signal's reason
   */
  query(query: TableQuery, signal?: AbortSignal): Promise<QueryResult>
  /**
   * The version that the query's result has now, found without a look at its table; `undefined` where
   * nothing proves that the data is still the same.
   * @throws like `query`
   */
  version(query: TableQuery, signal?: AbortSignal): Promise<string | undefined>
  /** The same, as far as a caller may read it. */
  for(permission: Permission): TableService
  /** The same, as the database lets a caller read it. Absent where it has no roles to take on. */
  readonly as?: (caller: DatabaseCaller) => TableService
}

/** Roles of callers whose catalogue is remembered. */
const MOST_ROLES = 100

export const DEFAULT_MAX_RESPONSE_BYTES = 32 * 1024 * 1024

export interface TableServiceOptions extends ReadOptions {
  /** Those to expose instead of the connection's own. */
  readonly schemas?: readonly string[] | undefined
  /** Bytes of an answer at most; default: 32 MiB. */
  readonly maxResponseBytes?: number
  /** Milliseconds by which the catalogue's answers get old; default: the system's clock. */
  readonly now?: () => number
}

export function createTableService(
  connection: Connection,
  dialect: Dialect,
  {
    schemas,
    maxResponseBytes = DEFAULT_MAX_RESPONSE_BYTES,
    now,
    ...options
  }: TableServiceOptions = {},
): TableService {
  const service = createService(
    createReader(connection, dialect, options),
    createCatalogueCache(dialect.createIntrospector(connection.db, schemas), now),
    dialect,
    { connection, maxResponseBytes },
  )
  const { as } = connection
  if (!as) return service
  // What the catalogue shows depends on the role alone: privileges know nothing of claims.
  const catalogues = new LRUCache<string, CatalogueCache>({ max: MOST_ROLES })
  const catalogueOf = (role: string): CatalogueCache => {
    const known = catalogues.get(role)
    if (known) return known
    const session = as({ role, claims: '{}' })
    const introspect = <T>(look: (introspector: Introspector) => Promise<T>): Promise<T> =>
      session.withDb((db) => look(dialect.createIntrospector(db, schemas)))
    const introspector: Introspector = {
      listTables: () => introspect((own) => own.listTables()),
      describeTable: (name) => introspect((own) => own.describeTable(name)),
    }
    const catalogue = createCatalogueCache(introspector, now)
    catalogues.set(role, catalogue)
    return catalogue
  }
  const readerFor = createCallerReaders(connection, dialect, options)
  return {
    ...service,
    as: (caller) => {
      const session = as(caller)
      // Its rows have no versions.
      const context = {
        connection: { readRows: session.readRows.bind(session) },
        maxResponseBytes,
      }
      return createService(readerFor(session), catalogueOf(caller.role), dialect, context)
    },
  }
}

interface ServiceContext {
  readonly connection: Pick<Connection, 'readRows' | 'changes'>
  /** Bytes of a response at most. */
  readonly maxResponseBytes: number
}

function createService(
  reader: Reader,
  catalogue: CatalogueCache,
  dialect: Dialect,
  context: ServiceContext,
): TableService {
  const plans = new WeakMap<TableQuery, ReadPlan>()

  const planOf = (query: TableQuery, table: TableSchema): ReadPlan => {
    // A query that is not frozen may have changed since.
    const known = Object.isFrozen(query) ? plans.get(query) : undefined
    if (known?.table === table) return known
    const plan = planRead(query, table, dialect)
    plans.set(query, plan)
    return plan
  }

  const listTables = (): Promise<readonly string[]> => fromDatabase(() => catalogue.listTables())

  const describeTable = async (name: string): Promise<TableSchema> => {
    const table = await fromDatabase(() => catalogue.describeTable(name))
    if (table) return table
    throw tableNotFound(name, await listTables())
  }

  const planningOf = (query: TableQuery): Planning => ({
    plan: async () => planOf(query, await describeTable(query.table)),
    forget: ({ table }) => catalogue.forget(query.table, table),
  })

  return {
    listTables,
    describeTable,
    query: async (query, signal) => {
      const read = (): ReturnType<typeof retryOnChange> =>
        retryOnChange(reader, planningOf(query), signal)
      const { plan, result } = await fromDatabase(read).catch((error: unknown) => {
        if (!(error instanceof ResultTooLargeError)) throw error
        throw responseTooLarge(query.limit, context.maxResponseBytes)
      })
      const { rows, total, version } = result
      return {
        columns: plan.columns,
        rows,
        pagination: paginate(plan.offset, plan.limit, total),
        version: version && resultVersion(plan, version),
      }
    },
    version: async (query, signal) => {
      const plan = planOf(query, await describeTable(query.table))
      const read = (): ReturnType<typeof currentVersion> =>
        currentVersion(plan.table, context.connection, signal)
      const version = await fromDatabase(read)
      return version && resultVersion(plan, version)
    },
    for: (permission) =>
      createService(reader, restrictedCatalogue(catalogue, permission), dialect, context),
  }
}

/** Whatever a driver throws is a DATABASE_ERROR to the client. */
async function fromDatabase<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ResultTooLargeError || error instanceof ApiError) throw error
    if (error instanceof OverloadedError) throw overloaded(error)
    if (error instanceof RoleRefusedError) throw roleRefused(error)
    throw error instanceof StatementTimeoutError ? statementTimedOut(error) : databaseError(error)
  }
}
