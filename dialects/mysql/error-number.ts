/** The number of a server's error; `undefined` for other errors. */
export function errorNumber(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'errno' in error ? error.errno : undefined
}
