/**
 * Serves the API's requests for one database: describes the table, plans the read, reads the page.
 */
import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Connection, DatabaseCaller, Dialect } from '../dialect/dialect'
import type { ColumnDescription, TableDescription, TableSchema } from '../dialect/schema'
import { createCatalogueCache, type CatalogueCache } from './catalogue/catalogue-cache'
import { createCallerReaders, createReader, type ReadOptions } from './create-reader'
import { createVersionReader, resultVersion, type VersionReader } from './data-version'
import { tableDescription } from './catalogue/description'
import { apiErrorOf, withApiErrors, rowsErrorOf } from './database-errors'
import { tableNotFound } from './errors'
import { paginate, type Pagination } from './pagination'
import type { Permission } from './permission'
import { createPlanSpan } from './plan-span'
import { planRead, type ReadPlan } from './read-plan'
import { readRequest, type Reader, type ReadResult } from './reader'
import { restrictedCatalogue } from './catalogue/restricted-catalogue'
import { retryOnChange, type QuerySteps } from './retry-on-change'
import { roleCatalogues } from './catalogue/role-catalogues'
import { isFrozen, requireTableName, requireWellFormed, type TableQuery } from './table-query'

/** A page of rows. */
export interface QueryResult {
  /** The columns of the rows, in their order. */
  readonly columns: readonly ColumnDescription[]
  /**
   * The cells of each row, as the driver returns them; `toJson` of the column writes one as JSON. Do not change
   * them: equal queries share their rows.
   */
  readonly rows: ReadResult['rows']
  /** The position of the page among all matching rows. */
  readonly pagination: Pagination
  /**
   * Equal only for equal results, also of other databases and processes; absent if the database cannot
   * determine it.
   */
  readonly version?: string | undefined
  /**
   * Age of the total in milliseconds, or of the position from which a deep page was read, if that is older; 0 if
   * both are exact. Absent unless `maxTotalAge` allows outdated ones.
   */
  readonly age?: number | undefined
}

/** Limits that the options of the database set, which also bound the responses of an app. */
export interface ResultLimits {
  /** Bytes of a response body. */
  readonly maxResponseBytes: number
  /** Number of requests that wait for a connection, and of those that wait for memory. */
  readonly maxWaiting: number
}

/** The tables of a database, or those of them that a caller may read. */
export interface TableService {
  /** The limits of the database's options. */
  readonly limits: ResultLimits
  /**
   * Lists the names of all tables and views, in code-point order.
   * @throws ApiError DATABASE_ERROR
   */
  listTables(): Promise<readonly string[]>
  /**
   * Describes the table that the database finds by `name`; a dot is a part of the name.
   * @throws ApiError TABLE_NOT_FOUND; INVALID_QUERY for a name that is no text
   */
  describeTable(name: string): Promise<TableDescription>
  /**
   * Reads a page of a table, and the number of all matching rows.
   * @param signal aborts the query: the database cancels the statement
   * @throws ApiError, such as TABLE_NOT_FOUND, or INVALID_QUERY for a wrong value or column; the signal's reason
   */
  query(query: TableQuery, signal?: AbortSignal): Promise<QueryResult>
  /**
   * The current version of the query's result, or `undefined` if the database cannot determine it.
   * Does not read the table.
   * @throws like `query`
   */
  version(query: TableQuery, signal?: AbortSignal): Promise<string | undefined>
  /** Restricted to the tables and columns that the permission allows. */
  withPermission(permission: Permission): TableService
  /** Runs statements with the caller's role. Absent if the engine has no roles to switch to. */
  readonly withRole?: (caller: DatabaseCaller) => TableService
}

/** Also describes tables as the core needs them. */
export interface SchemaService extends TableService {
  /** @throws like `describeTable` */
  schemaOf(name: string): Promise<TableSchema>
}

export const DEFAULT_LIMITS: ResultLimits = {
  maxResponseBytes: 32 * 1024 * 1024,
  maxWaiting: 10_000,
}

interface TableServiceOptions extends ReadOptions, Partial<ResultLimits> {
  /** Schemas to expose instead of those of the connection's search path. */
  readonly schemas?: readonly string[] | undefined
}

export function createTableService(
  connection: Connection,
  dialect: Dialect,
  {
    schemas,
    maxResponseBytes = DEFAULT_LIMITS.maxResponseBytes,
    maxWaiting = DEFAULT_LIMITS.maxWaiting,
    ...options
  }: TableServiceOptions = {},
): SchemaService {
  const limits = { maxResponseBytes, maxWaiting }
  const source = randomUUID()
  const service = createService(
    createReader(connection, dialect, options),
    createCatalogueCache(
      dialect.createIntrospector(connection.catalogue, schemas),
      dialect,
      options.now,
    ),
    dialect,
    { readVersion: createVersionReader(connection), limits, source },
  )
  const sessionOf = connection.withRole
  if (!sessionOf) return service
  const catalogueOf = roleCatalogues(dialect, sessionOf, { schemas, now: options.now })
  const readerFor = createCallerReaders(connection, dialect, options)
  return {
    ...service,
    withRole: (caller) => {
      const { readRows } = sessionOf(caller)
      // Rows that policies select have no version.
      const readVersion = (): Promise<undefined> => Promise.resolve(undefined)
      const context = { readVersion, limits, source }
      return createService(readerFor({ readRows }), catalogueOf(caller.role), dialect, context)
    },
  }
}

interface ServiceContext {
  readonly readVersion: VersionReader
  readonly limits: ResultLimits
  /** See `resultVersion`. */
  readonly source: string
}

function createService(
  reader: Reader,
  catalogue: CatalogueCache,
  dialect: Dialect,
  context: ServiceContext,
): SchemaService {
  const plans = new WeakMap<TableQuery, ReadPlan>()
  const failing = new WeakSet<TableSchema>()
  const inSpan = createPlanSpan()

  const planOf = (query: TableQuery, table: TableSchema): ReadPlan => {
    if (!isFrozen(query)) return planRead(query, table, dialect)
    const cached = plans.get(query)
    if (cached?.table === table) return cached
    const plan = planRead(query, table, dialect)
    plans.set(query, plan)
    return plan
  }

  const throwNotFound = async (name: string): Promise<never> => {
    throw tableNotFound(name, await catalogue.listTables())
  }

  const describe = (name: string): Promise<TableSchema> =>
    catalogue.describeTable(name).then((table) => table ?? throwNotFound(name))

  return {
    limits: context.limits,
    listTables: () => withApiErrors(() => catalogue.listTables()),
    describeTable: (name) =>
      withApiErrors(async () => {
        requireTableName(name)
        return tableDescription(await describe(name))
      }),
    schemaOf: (name) => withApiErrors(() => describe(name)),
    query: async (query, signal) => {
      allowSharing(signal)
      requireWellFormed(query)
      try {
        const steps: QuerySteps = {
          plan: () => inSpan(async () => planOf(query, await describe(query.table))),
          read: (plan) => reader.read(readRequest(plan), signal),
          forget: ({ table }) => catalogue.forget(query.table, table),
          failing,
        }
        const { plan, result } = await retryOnChange(steps, signal)
        const { rows, total, version, age } = result
        return {
          columns: plan.resultColumns,
          rows: withoutTypeChecks(rows, plan),
          pagination: paginate(plan.offset, plan.limit, total),
          version: version && resultVersion(context.source, plan, version),
          age,
        }
      } catch (error) {
        signal?.throwIfAborted()
        throw rowsErrorOf(error, query.limit, context.limits.maxResponseBytes)
      }
    },
    version: async (query, signal) => {
      allowSharing(signal)
      try {
        requireWellFormed(query)
        const plan = await inSpan(async () => planOf(query, await describe(query.table)))
        const version = await context.readVersion(plan.table, signal)
        return version && resultVersion(context.source, plan, version)
      } catch (error) {
        signal?.throwIfAborted()
        throw apiErrorOf(error)
      }
    },
    withPermission: (permission) =>
      createService(reader, restrictedCatalogue(catalogue, permission, dialect), dialect, context),
  }
}

/** Node.js warns of a leak if a signal has more than ten listeners; a program may pass one signal to many queries. */
function allowSharing(signal: AbortSignal | undefined): void {
  if (signal) setMaxListeners(0, signal)
}

const WITHOUT_CHECKS = Symbol('rows without type checks')

/** Requests that share a read have the same array of rows, and plans of one width; so they share the result. */
function withoutTypeChecks(
  rows: ReadResult['rows'] & { [WITHOUT_CHECKS]?: ReadResult['rows'] },
  { columns, resultColumns }: ReadPlan,
): ReadResult['rows'] {
  const width = resultColumns.length
  if (columns.length === width) return rows
  return (rows[WITHOUT_CHECKS] ??= rows.map((row) => row.slice(0, width)))
}
