/** Facts about the server of a connection, for the operator. */

/**
 * How long a pooler lends a session of the server: for a transaction, for a statement, or for a time that
 * cannot be known. `one session`: all clients of the server use the same session.
 */
export type PoolerMode = 'transaction' | 'statement' | 'unknown' | 'one session'

/** What a server is. */
export interface ServerFacts {
  /** Name of the product, e.g. `PostgreSQL`. */
  readonly engine: string
  /** Version as the server prints it, e.g. `18.4`. */
  readonly version: string
  /** Absent if each connection has a session of the server for itself, as far as can be known. */
  readonly pooler?: PoolerMode
  /** Version of TLS, e.g. `TLSv1.3`; absent if the connection is not encrypted. */
  readonly tls?: string
  /** Path of the database; absent if it is no file. */
  readonly file?: string
  /** What the operator should change, a sentence each. Absent if there is nothing. */
  readonly warnings?: readonly string[]
}

const POOLERS: Readonly<Record<PoolerMode, string>> = {
  transaction: 'through a pooler in transaction mode',
  statement: 'through a pooler in statement mode',
  unknown: 'through a pooler',
  'one session': 'with one session for all clients',
}

/** The facts in words, e.g. `PostgreSQL 18.4 through a pooler in transaction mode`. */
export function inWords({ engine, version, pooler, file }: ServerFacts): string {
  return [
    `${engine} ${version}`,
    ...(pooler === undefined ? [] : [POOLERS[pooler]]),
    ...(file === undefined ? [] : [file]),
  ].join(' ')
}
