/** What a driver's error says of itself. Drivers throw objects of many classes and of other realms. */

/** The driver's, the server's or the system's code, e.g. `ECONNREFUSED`; empty if there is none. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

/**
 * Whether a server has said so itself: then the error has an SQLSTATE, for which the drivers have two
 * names. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function isServerReply(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || 'syscall' in error) return false
  const state = 'sqlState' in error ? String(error.sqlState) : errorCode(error)
  return /^(?=.*\d)[0-9A-Z]{5}$/.test(state)
}
