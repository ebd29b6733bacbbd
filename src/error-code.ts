/** Reads the code of an error of Node.js, a library, a driver or a server, whose errors have many classes. */

/** For example `ECONNREFUSED` or an SQLSTATE; empty if the error has none. The error may come from another realm. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
