/** What a driver's error says of itself. Drivers throw objects of many classes and of other realms. */

/** The driver's, the server's or the system's code, e.g. `ECONNREFUSED`; empty if there is none. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

/** Drivers and pools tell of a timeout in their message alone. */
export function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'message' in error &&
    /timeout|timed out/i.test(String(error.message))
  )
}
