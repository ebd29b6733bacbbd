/**
 * The contract between the core and an engine. A folder of `dialects/` that exports a `Dialect` as
 * its default is an engine. Only the text of `CONNECTION_TYPE` lists the engines too.
 *
 * A required member is a question that every engine has to answer. An optional one is something that an
 * engine, or one of its tables or columns, may lack; its comment says what it means when it is absent.
 */
import type { Knex } from 'knex'
import type { Catalogue } from './catalogue'
import type { Cell, OrderKey, TableSchema } from './schema'
import type { ServerFacts } from './server-facts'
import type { LentSession, LentSessionRequest } from './lent-session'
import type { Sessions } from './sessions/sessions'
import type { CompiledStatement } from './statement'
import type { UserFacts } from './user-facts'

/** Ascending or descending. */
export type SortDirection = 'asc' | 'desc'

export interface ConnectionOptions {
  /** Maximum number of connections, at least 1. */
  readonly poolSize: number
  /** Maximum number of requests that wait for a connection. */
  readonly maxWaiting: number
  /** Milliseconds to wait for the server or for a free connection. */
  readonly connectTimeout: number
  /** Milliseconds after which the database cancels a statement. */
  readonly statementTimeout: number
  /** Milliseconds that a standby may lag behind its primary; default: no limit. */
  readonly maxReplicaLag?: number | undefined
  /** Milliseconds after which an idle connection is closed; 0: never. An engine may keep some open. */
  readonly idleTimeout: number
  /** Maximum bytes of all cells of a result. */
  readonly maxBytes: number
  /**
   * The clock, in milliseconds, for an engine whose proof that data is unchanged takes time; default: one that
   * never goes back.
   */
  readonly now?: () => number
}

/**
 * Detects whether data has changed between two statements. They have read the same data if their counters
 * and their snapshot tokens are equal; without `snapshotToken`, if their counters are equal.
 */
export interface ChangeDetection {
  /**
   * Call it before and after a statement. If both calls return the same text, the statement has read the data
   * that the text identifies. The first call may return an outdated text: then the second one returns another.
   * `undefined` if the state of the data is not known.
   */
  counter(): string | undefined
  /**
   * Makes `counter` current; `readRows` does so with a tracked statement. Absent if `counter` needs no
   * statement to be current.
   * @throws as `readRows`
   */
  refresh?(signal?: AbortSignal): Promise<void>
  /**
   * SQL expression for a token of the statement's snapshot, which is an empty text if it is not known. Absent
   * if a statement cannot return one: then the counter alone proves what a statement has read.
   */
  readonly snapshotToken?: string
}

/** The caller of a statement, for a database that checks the caller's privileges itself. */
export interface DatabaseCaller {
  /** A role of the database. */
  readonly role: string
  /** The caller's claims as JSON, for policies of the database. */
  readonly claims: string
}

/** The database refuses to set the caller's role. */
export class RoleRefusedError extends Error {}

/** Runs statements with the privileges of one caller. */
export interface CallerSession extends Pick<Connection, 'readRows'> {
  /** Calls `work` with the catalogue as the caller sees it, which is usable until `work` settles. */
  withCatalogue<Result>(work: (catalogue: Catalogue) => Promise<Result>): Promise<Result>
}

/**
 * A pool of read-only sessions, which are opened when they are needed; an engine may open the first at once.
 */
export interface Connection {
  /** Builds and compiles statements; it has no connection to run them. */
  readonly builder: Knex
  readonly sessions: Sessions
  readonly catalogue: Catalogue
  /**
   * Runs a statement that `builder` compiled. Rows are lists of cells in the order of the select list.
   * When the signal is aborted, the database cancels the statement.
   * @throws StatementTimeoutError, SilentDatabaseError, OverloadedError, ConnectTimeoutError,
   *   ResultTooLargeError, TableChangedError, or the signal's reason
   */
  readRows(statement: CompiledStatement, signal?: AbortSignal): Promise<Cell[][]>
  /**
   * Lends a session. Absent if a snapshot would keep writers of the database waiting: then requests do not share
   * snapshots.
   * @param work must end soon after the signal is aborted
   * @throws as `readRows`
   */
  readonly withSession?: <Result>(
    work: (session: LentSession) => Promise<Result>,
    request: LentSessionRequest,
  ) => Promise<Result>
  /** Asks for the product and the version of the server. @throws as `readRows` */
  describeServer(): Promise<ServerFacts>
  /** What the connected user may do. Absent if the engine has no users. */
  describeUser?(): Promise<UserFacts>
  /** Detects changes of the data. `counter` is always `undefined` if the database cannot prove that data is unchanged. */
  readonly changes: ChangeDetection
  /**
   * Runs statements with the caller's role. Absent if a database has no roles to switch to.
   * @throws RoleRefusedError from the statements
   */
  readonly withRole?: (caller: DatabaseCaller) => CallerSession
  /** Waits for running statements, then closes every session. */
  close(): Promise<void>
}

export interface Introspector {
  /** Names of all tables and views that the connected user may read. */
  listTables(): Promise<readonly string[]>
  /** Describes the table that the database finds by `name`, if any. A dot is a part of the name. */
  describeTable(name: string): Promise<TableSchema | undefined>
}

export interface Dialect {
  /** Name of the folder, by which the library and messages call the engine. */
  readonly name: string
  /** URL schemes of this dialect, without the colon. */
  readonly schemes: readonly string[]
  /**
   * Whether a connection string without a known scheme is for this dialect, e.g. a file's path. Absent if each
   * of its connection strings has a scheme.
   */
  recognises?(connection: string): boolean
  /** @throws ConnectionStringError if the connection string is not valid */
  connect(connection: string, options: ConnectionOptions): Connection
  /** Explains to the operator, in one line without the password, why the database is unavailable. */
  explainFailure(error: unknown, connection: string): string
  /** @param schemas to expose instead of the connection's default; only for engines with schemas */
  createIntrospector(catalogue: Catalogue, schemas?: readonly string[]): Introspector
  /** Schemas that the connected user may use. Absent if the engine has none. */
  usableSchemas?(catalogue: Catalogue): Promise<string[]>
  /**
   * Maps all spellings of a table's name to one text. Spellings that are not in the list of tables either all
   * find the same table or all find none.
   */
  foldTableName(name: string): string
  /** Whether a database can lack its tables for a moment, so that an empty list of tables must not be cached. */
  readonly mayBeEmptyBriefly: boolean
  /** Returns the same text for names of the same column. Exact matches take precedence. */
  foldColumnName(name: string): string
  /** An `order by` term in which NULL is the smallest value. */
  orderTerm(key: OrderKey, direction: SortDirection): string
  /**
   * Whether the engine uses an index for `(a, b) > (?, ?)`. If not, conditions also compare the first key by
   * itself.
   */
  readonly comparesRowsByIndex: boolean
  /**
   * Whether the server chooses by estimated costs between one plan for all values and a plan for each. If so, a
   * statement contains a maximum for the rows that it skips and returns, so that the estimates are right.
   */
  readonly plansByBounds: boolean
  /** Whether a table can have a `declaredKey`. Absent if the engine enforces every key. */
  readonly hasDeclaredKeys?: true
  /** Alias of every column of a result. Absent if the driver accepts a column of any name. */
  readonly resultAlias?: string
  /** Absent if a statement can select all columns of a table and order by all of them. */
  readonly packing?: CellPacking
  /**
   * Maximum number of columns of a result, and of terms of an order. Absent if a statement can have more of
   * both than a table has columns.
   */
  readonly maxColumns?: number
}

/** Selects many cells as one expression, which leaves room for more keys to order by. */
export interface CellPacking {
  /** Maximum number of different expressions that a statement can select and order by. */
  readonly maxExpressions: number
  /** @param cells expressions, separated by commas */
  pack(cells: string): string
  unpack(packed: string, index: number): string
}

/** The connection string is not valid. The message is for the operator. */
export class ConnectionStringError extends Error {}
