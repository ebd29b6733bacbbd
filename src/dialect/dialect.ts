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
 * Proof that nothing was committed between two statements: their tokens are equal, in both parts.
 * A part may be missing where the other suffices.
 */
export interface ChangeToken {
  /**
   * Read before and after a statement; equal readings mean that the statement saw what they stand
   * for. `undefined` when nothing can be said now.
   */
  around(): string | undefined
  /** SQL: the token of the statement's own snapshot; an empty text when there is none. */
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
   * Absent where a database has no roles to take on.
   * @throws RoleRefusedError from the statements
   */
  readonly withRole?: (caller: DatabaseCaller) => CallerSession
  /** Waits for what is running and closes every session. */
  close(): Promise<void>
}

export interface Introspector {
  /** Names of everything the connected user may read, in code-point order. */
  listTables(): Promise<string[]>
  /** The table that the database means by `name`, or `undefined`. The name is looked up whole. */
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
  /** `schemas` are to be exposed instead of the connection's own; only given where there are any. */
  createIntrospector(catalogue: Catalogue, schemas?: readonly string[]): Introspector
  /** Schemas that the connected user may use. Absent where a database has none. */
  usableSchemas?(catalogue: Catalogue): Promise<string[]>
  /** Equal for names that mean the same column to the database, when no column is spelt so exactly. */
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
