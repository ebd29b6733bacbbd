/** Defaults that the library and the program share. */
import { DEFAULT_MAX_TOTAL_AGE } from '../core/create-reader'
import { DEFAULT_LIMITS } from '../core/table-service'

export const DEFAULT_OPTIONS = {
  poolSize: 10,
  connectTimeout: 10_000,
  statementTimeout: 30_000,
  maxTotalAge: DEFAULT_MAX_TOTAL_AGE,
  idleTimeout: 30_000,
  ...DEFAULT_LIMITS,
} as const
