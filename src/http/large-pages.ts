/**
 * Bounds memory: of the pages of many rows, only a few are held at a time, each from its statement
 * until its JSON text stands. Small pages never wait.
 */

/** A page of more rows counts as large. */
const MANY_ROWS = 100

/** Large pages that are held at a time. */
const MOST_AT_A_TIME = 2

export type LargePageGate = <T>(
  limit: number,
  signal: AbortSignal,
  page: () => Promise<T>,
) => Promise<T>

export function createLargePageGate(): LargePageGate {
  const waiting = new Set<() => void>()
  let held = 0
  return async (limit, signal, page) => {
    if (limit <= MANY_ROWS) return page()
    while (held >= MOST_AT_A_TIME) {
      signal.throwIfAborted()
      await new Promise<void>((resolve) => {
        waiting.add(resolve)
      })
    }
    held++
    try {
      signal.throwIfAborted()
      return await page()
    } finally {
      held--
      const [next] = waiting
      if (next) {
        waiting.delete(next)
        next()
      }
    }
  }
}
