/** A number of the server. The driver returns one that may be too large for JavaScript, a `BIGINT`, as text. */
export type ServerNumber = number | string

/** Whether a condition of the server is true, and not false or NULL. */
export function isTrue(condition: unknown): boolean {
  return Number(condition) === 1
}
