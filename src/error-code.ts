/** The codes of errors: those of Node.js, libraries, drivers and servers, which have many classes. */

/** For example `ECONNREFUSED` or an SQLSTATE; empty if the error has none. It may come from another realm. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
