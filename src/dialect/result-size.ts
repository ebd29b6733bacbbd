/** Limits the size of a result in memory. */
import type { Cell } from './schema'

/** The rows of a statement exceed the limit. */
export class ResultTooLargeError extends Error {
  readonly code = 'RESULT_TOO_LARGE'

  constructor(readonly bytes: number) {
    super(`the result is larger than ${bytes} bytes`)
  }
}

/** Maximum bytes of a row's message, which also has the length of each cell. */
export function messageLimit(maxBytes: number): number {
  return maxBytes + 64 * 1024
}

/** Approximate bytes of a row's cells; a character counts as one. */
export function sizeOfRow(row: readonly Cell[]): number {
  let size = 0
  for (const cell of row) {
    size += typeof cell === 'string' || Buffer.isBuffer(cell) ? cell.length : 8
  }
  return size
}
