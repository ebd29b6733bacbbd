/** Reads the first rows of a query, in pages as large as the server allows. */
import { TableQueryError, type Row, type TableQuery } from '../../client'
import { client } from '../api/client'
import { smallerLimit } from '../api/largest-limit'
import { allowedLimit } from '../view/use-view'

export const SAMPLE_ROWS = 10_000

/** Maximum seconds that the page waits if the server asks for it; loading fails if it asks for more. */
const MAX_WAIT = 600

/** Number of times that loading waits. */
const MAX_WAITS = 20

export interface SampleRows {
  readonly rows: readonly Row[]
  /** Number of rows on all pages of the query. */
  readonly total: number
}

export interface LoadOptions {
  readonly signal: AbortSignal
  /** Called before the page waits for the seconds of `Retry-After`. */
  readonly onWait: (seconds: number) => void
}

/** Yields all rows loaded so far, after each page. */
export async function* loadSample(
  query: Omit<TableQuery, 'page' | 'limit'>,
  options: LoadOptions,
): AsyncGenerator<SampleRows, void, undefined> {
  let limit = allowedLimit(SAMPLE_ROWS)
  let rows: readonly Row[] = []
  let waits = 0
  for (;;) {
    // If the limit became smaller, the page may begin with rows that are already loaded.
    const page = Math.floor(rows.length / limit) + 1
    const known = rows.length - (page - 1) * limit
    let result
    try {
      const { signal } = options
      result = await client.query({ ...query, page, limit }, { signal })
    } catch (error) {
      if (waits++ < MAX_WAITS && (await hasWaited(error, options))) continue
      const smaller = smallerLimit(error, limit)
      if (smaller === undefined) throw error
      limit = smaller
      continue
    }
    const { data, pagination } = result
    const more = data.slice(known, known + SAMPLE_ROWS - rows.length)
    rows = [...rows, ...more]
    // Some servers reduce a large limit instead of refusing it.
    if (pagination.limit >= 1) limit = Math.min(limit, pagination.limit)
    yield { rows, total: pagination.total }
    if (more.length === 0 || rows.length >= Math.min(SAMPLE_ROWS, pagination.total)) return
  }
}

/**
 * Waits if the error has `Retry-After`.
 * @returns whether it has waited
 * @throws the signal's reason
 */
async function hasWaited(error: unknown, { signal, onWait }: LoadOptions): Promise<boolean> {
  const asked = error instanceof TableQueryError ? error.retryAfter : undefined
  if (asked === undefined || asked > MAX_WAIT) return false
  // Without a pause, the page would send requests in a loop.
  const seconds = Math.max(asked, 1)
  // The page may have been left while the response arrived.
  signal.throwIfAborted()
  onWait(seconds)
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
  return true
}
