/** Errors of drivers. */
import { errorCode } from '../error-code'

/** An error of a driver with a code, where the driver gives none or another one. */
export class DriverError extends Error {
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/**
 * Whether the error is a response of the server. Such errors have an SQLSTATE, in one of two properties
 * that depend on the driver. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function isServerError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || 'syscall' in error) return false
  const state = 'sqlState' in error ? String(error.sqlState) : errorCode(error)
  return /^(?=.*\d)[0-9A-Z]{5}$/.test(state)
}
