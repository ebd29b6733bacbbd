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
