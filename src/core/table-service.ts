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
import { TableChangedError } from '../dialect/table-changed'
import { createCatalogueCache, type CatalogueCache } from './catalogue-cache'
import { isCommonFailure } from './common-failure'
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
import {
  createReadExecutor,
  type ReadExecutor,
  type ReadOptions,
  type ReadResult,
} from './read-executor'
import { isSamePlan, withoutComparison } from './plan-comparison'
import { planKey, planRead, type ReadPlan } from './read-plan'
import { restrictedCatalogue } from './restricted-catalogue'
import { createSharedReads } from './shared-reads'
import type { TableQuery } from './table-query'

export interface QueryResult
  extends Pick<ReadResult, 'rows' | 'version'>, Pick<ReadPlan, 'columns'> {
  readonly pagination: Pagination
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
  const service = serviceOver(
    createReadExecutor(connection, dialect, options),
    createCatalogueCache(dialect.createIntrospector(connection.db, schemas), now),
    dialect,
    maxResponseBytes,
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
  return {
    ...service,
    as: (caller) => {
      const session = as(caller)
      return serviceOver(
        // Without change tokens: policies may depend on more than the data, so nothing is kept.
        createReadExecutor(
          { db: connection.db, readRows: (...asked) => session.readRows(...asked) },
          dialect,
          options,
        ),
        catalogueOf(caller.role),
        dialect,
        maxResponseBytes,
      )
    },
  }
}

function serviceOver(
  executor: ReadExecutor,
  catalogue: CatalogueCache,
  dialect: Dialect,
  maxResponseBytes: number,
): TableService {
  const share = createSharedReads<QueryResult>({ isCommonFailure })

  const run = async (plan: ReadPlan, signal: AbortSignal | undefined): Promise<QueryResult> => {
    const { offset, limit } = plan
    const { total, ...read } = await fromDatabase(() => executor.read(plan, signal)).catch(
      (error: unknown) => {
        if (!(error instanceof ResultTooLargeError)) throw error
        throw responseTooLarge(limit, maxResponseBytes)
      },
    )
    return { ...read, columns: plan.columns, pagination: paginate(offset, limit, total) }
  }

  const runShared = (plan: ReadPlan, signal?: AbortSignal): Promise<QueryResult> =>
    share(planKey(plan), signal, (untilAllLeave) => run(plan, untilAllLeave))

  const serve = (known: CatalogueCache): TableService => {
    const plans = new WeakMap<TableQuery, ReadPlan>()

    const listTables = (): Promise<readonly string[]> => fromDatabase(() => known.listTables())

    const describeTable = async (name: string): Promise<TableSchema> => {
      const table = await fromDatabase(() => known.describeTable(name))
      if (table) return table
      throw tableNotFound(name, await listTables())
    }

    const planFor = async (query: TableQuery): Promise<ReadPlan> => {
      const table = await describeTable(query.table)
      // Another may have been changed since by whoever asks.
      const known = Object.isFrozen(query) ? plans.get(query) : undefined
      if (known?.table === table) return known
      const plan = planRead(query, table, dialect)
      plans.set(query, plan)
      return plan
    }

    return {
      listTables,
      describeTable,
      query: async (query, signal) => {
        let plan = await planFor(query)
        for (let attempt = 1; ; attempt++) {
          try {
            return await runShared(plan, signal)
          } catch (error) {
            signal?.throwIfAborted()
            if (!(error instanceof ApiError && error.cause instanceof TableChangedError))
              throw error
            const { cause } = error.cause
            const outdated = plan
            const isDescribedAnew = known.forget(query.table, outdated.table)
            plan = await planFor(query)
            const isFutile = isDescribedAnew && isSamePlan(plan, outdated)
            if (!isFutile && attempt < MOST_ATTEMPTS) continue
            if (cause !== undefined) throw databaseError(cause)
            // It was changed and changed back, or the driver and the catalogue call the same type by
            // different names. No encoder writes what is no JSON, so the answer needs no comparison;
            // but nothing may be proven by it.
            return runShared(withoutComparison(plan), signal)
          }
        }
      },
      version: async (query, signal) => {
        const plan = await planFor(query)
        return fromDatabase(() => executor.version(plan, signal))
      },
      for: (permission) => serve(restrictedCatalogue(catalogue, permission)),
    }
  }
  return serve(catalogue)
}

/** Times that a request plans its read, on a table that is changed again and again meanwhile. */
const MOST_ATTEMPTS = 3

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
