/** Collects changes into messages for screen readers, at most one every 15 seconds. */
import type { RowMark } from './row-changes'

export interface News {
  readonly added: number
  readonly changed: number
  /** Rows on all pages. */
  readonly total: number
}

/** Minimum milliseconds between two messages. */
const QUIET = 15_000

/** @returns the message for now; undefined if there is none */
export type CollectNews = (found: Iterable<RowMark>, total: number) => News | undefined

export function createNews(): CollectNews {
  let saidAt = -Infinity
  let known: number | undefined
  let [added, changed] = [0, 0]
  return (found, total) => {
    known ??= total
    for (const mark of found) {
      if (mark === 'new') added++
      else changed++
    }
    const isNothing = added + changed === 0 && total === known
    if (isNothing || Date.now() - saidAt < QUIET) return undefined
    const news = { added, changed, total }
    saidAt = Date.now()
    known = total
    added = changed = 0
    return news
  }
}
