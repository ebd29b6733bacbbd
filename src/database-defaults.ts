/** Defaults that the library and the program share. */
import { DEFAULT_MAX_RESPONSE_BYTES } from './core/table-service'

export const DEFAULT_OPTIONS = {
  poolSize: 10,
  maxWaiting: 10_000,
  connectTimeout: 10_000,
  statementTimeout: 30_000,
  maxTotalAge: 0,
  idleTimeout: 30_000,
  maxResponseBytes: DEFAULT_MAX_RESPONSE_BYTES,
} as const
