/** Collects changes into messages for screen readers, at most one every 15 seconds. */
import type { Row } from '../../client'
import type { RowChanges, RowMark } from './row-changes'

export interface News {
  readonly added: number
  readonly changed: number
  /** Rows on all pages. */
  readonly total: number
}

/** Minimum milliseconds between two messages. */
const QUIET = 15_000

/** Two results of the same query, one after the other. */
export interface Update {
  readonly before: readonly Row[]
  readonly after: readonly Row[]
  readonly changes: RowChanges
}

/** @returns the message for now; undefined if there is none */
type CollectNews = (update: Update, total: number) => News | undefined

export function createNews(): CollectNews {
  let saidAt = -Infinity
  let known: number | undefined
  /** Rows of the page that are new or have changed since the last message, each once. */
  let marked: ReadonlyMap<Row, RowMark> = new Map()
  return (update, total) => {
    known ??= total
    marked = markedAfter(marked, update)
    const isNothing = marked.size === 0 && total === known
    if (isNothing || Date.now() - saidAt < QUIET) return undefined
    const added = [...marked.values()].filter((mark) => mark === 'new').length
    const news = { added, changed: marked.size - added, total }
    saidAt = Date.now()
    known = total
    marked = new Map()
    return news
  }
}

function markedAfter(
  marked: ReadonlyMap<Row, RowMark>,
  { before, after, changes: { marks, places } }: Update,
): ReadonlyMap<Row, RowMark> {
  const next = new Map(marks)
  for (const [index, row] of before.entries()) {
    const mark = marked.get(row)
    const now = after[places[index] ?? -1]
    if (mark && now) next.set(now, mark)
  }
  return next
}
