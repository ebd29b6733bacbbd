/**
 * The contract between the core and an engine. A folder of `dialects/` that exports a `Dialect` as
 * its default is an engine; nothing else lists the engines.
 */
import type { Knex } from 'knex'
import type { Catalogue } from './catalogue'
import type { Cell, OrderKey, TableSchema } from './schema'
import type { Sessions } from './sessions/session-pool'
import type { CompiledStatement } from './statement'

export type SortDirection = 'asc' | 'desc'

export interface ConnectionOptions {
  /** Connections at most, from 1. */
  readonly poolSize: number
  /** Statements that may wait for a connection, before more are refused. */
  readonly maxWaiting: number
  /** Milliseconds to wait for the server or for a free connection. */
  readonly connectTimeout: number
  /** Milliseconds that a statement may take until the database stops it. */
  readonly statementTimeout: number
  /** Bytes of all cells that one statement may give. */
  readonly maxBytes: number
}

/**
 * The version of a database's data. Two statements with equal tokens, in both parts, have seen the same
 * data. A part is absent where the other is enough.
 */
export interface ChangeToken {
  /**
   * Read before and after a statement: if both are equal, the statement has seen this version.
   * `undefined` while the version is unknown.
   */
  around(): string | undefined
  /** SQL that gives the token of the statement's snapshot; an empty text if it has none. */
  readonly inSnapshot?: string
}

/** The caller that statements run for, where the database itself decides what may be read. */
export interface DatabaseCaller {
  /** Of the database. */
  readonly role: string
  /** The caller's claims as JSON, for policies of the database. */
  readonly claims: string
}

/** The database does not let the connection take on the caller's role. */
export class RoleRefusedError extends Error {}

/** Runs statements with the rights of one caller. */
export interface CallerSession extends Pick<Connection, 'readRows'> {
  /** Lends the catalogue as the caller sees it, for as long as the work takes. */
  withCatalogue<Result>(work: (catalogue: Catalogue) => Promise<Result>): Promise<Result>
}

/** A pool whose every session refuses writes. Connects lazily. */
export interface Connection {
  /** Builds and compiles statements; it has no connection to run them. */
  readonly builder: Knex
  readonly sessions: Sessions
  readonly catalogue: Catalogue
  /**
   * Runs a statement that was compiled by `builder`; its rows come as cells in the order of the select
   * list. When the signal is aborted, the database stops working on it.
   * @throws StatementTimeoutError, SilentDatabaseError, OverloadedError, ConnectTimeoutError,
   *   ResultTooLargeError, TableChangedError, or the signal's reason
   */
  readRows(statement: CompiledStatement, signal?: AbortSignal): Promise<Cell[][]>
  /** Absent where nothing in the database proves that the data is unchanged. */
  readonly changes?: ChangeToken
  /**
   * Runs statements by a role of the caller. Absent where a database has no roles to switch to.
   * @throws RoleRefusedError from the statements
   */
  readonly withRole?: (caller: DatabaseCaller) => CallerSession
  /** Waits for what is running and closes every session. */
  close(): Promise<void>
}

export interface Introspector {
  /** Names of all tables and views that the connected user may read, in code-point order. */
  listTables(): Promise<string[]>
  /** The table that the database finds by `name`, or `undefined`. A dot is a part of the name. */
  describeTable(name: string): Promise<TableSchema | undefined>
}

export interface Dialect {
  /** The folder's name; test titles carry it too. */
  readonly name: string
  /** URL schemes that choose this dialect, without the colon. */
  readonly schemes: readonly string[]
  /** Whether a connection string without a known scheme is for this dialect, e.g. a file's path. */
  recognises?(connection: string): boolean
  /** @throws ConnectionStringError when the connection string cannot be understood */
  connect(connection: string, options: ConnectionOptions): Connection
  /** One line for the operator on why the database cannot be used; never with the password. */
  explainFailure(error: unknown, connection: string): string
  /** @param schemas to expose instead of the connection's own; only given to an engine that has any */
  createIntrospector(catalogue: Catalogue, schemas?: readonly string[]): Introspector
  /** Schemas that the connected user may use. Absent where a database has none. */
  usableSchemas?(catalogue: Catalogue): Promise<string[]>
  /** Equal for names by which the database finds the same column. An exact match comes first. */
  foldColumnName(name: string): string
  /** An `order by` term in which NULL is the smallest value. */
  orderTerm(key: OrderKey, direction: SortDirection): string
  /** Absent where a statement can select all columns of a table and order by all of them. */
  readonly packing?: CellPacking
  /** Columns of a result at most; absent where a result can have more than a table. */
  readonly maxResultColumns?: number
  /** Terms of an order at most; absent where tables cannot have so many columns. */
  readonly maxOrderTerms?: number
}

/** Selects many cells as one expression, to leave room for many keys to order by. */
export interface CellPacking {
  /** Different expressions that a statement can select and order by together. */
  readonly maxExpressions: number
  /** @param cells expressions, separated by commas */
  pack(cells: string): string
  unpack(packed: string, index: number): string
}

/** The connection string cannot be understood. The message is for the operator. */
export class ConnectionStringError extends Error {}
