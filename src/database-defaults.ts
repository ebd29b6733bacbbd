/** Defaults that the library and the program share. */
import { DEFAULT_LIMITS } from './core/table-service'

export const DEFAULT_OPTIONS = {
  poolSize: 10,
  connectTimeout: 10_000,
  statementTimeout: 30_000,
  maxTotalAge: 0,
  idleTimeout: 30_000,
  ...DEFAULT_LIMITS,
} as const
