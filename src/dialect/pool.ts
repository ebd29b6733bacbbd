import type { Knex } from 'knex'
import type { ConnectionOptions } from './dialect'

const ignore = (): void => undefined

/** What every dialect's pool has in common. */
export function poolConfig(
  { poolSize, connectTimeout }: ConnectionOptions,
  pool: Knex.PoolConfig = {},
): Knex.Config {
  return {
    // An error's message would repeat the statement with its values, for a log to keep.
    compileSqlOnError: false,
    acquireConnectionTimeout: connectTimeout,
    // Every error is thrown too, so that knex's own lines would only be a second, unstructured log.
    log: { warn: ignore, error: ignore, deprecate: ignore, debug: ignore },
    pool: { min: 0, max: poolSize, ...pool },
  }
}

export interface PoolState {
  readonly used: number
  readonly free: number
  /** Requests that wait for a connection. */
  readonly waiting: number
}

/** The pool of knex, which its types leave out. https://github.com/vincit/tarn.js */
interface TarnPool {
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
}

export function poolState({ client }: Knex): PoolState {
  const { pool } = client as { readonly pool?: TarnPool }
  return {
    used: pool?.numUsed() ?? 0,
    free: pool?.numFree() ?? 0,
    waiting: pool?.numPendingAcquires() ?? 0,
  }
}
