/** Reads all rows of a query, in pages as large as the server allows. */
import { TableQueryError, type Row, type TableQuery } from '../../client'
import { isSameList } from '../view/same-list'
import { ChangedColumnsError } from './changed-columns-error'
import { client } from './client'
import { smallerLimit } from './largest-limit'
import { isToRetry, RETRY_PAUSE } from './retries'

/** Maximum seconds that the page waits if the server asks for it; reading fails if it asks for more. */
const MAX_WAIT = 600

/** Number of times that reading waits for one page. */
const MAX_WAITS = 20

interface RowPage {
  /** The rows that follow those of the page before. */
  readonly rows: readonly Row[]
  /** The same on every page. */
  readonly columns: readonly string[]
  /** Number of rows on all pages. */
  readonly total: number
}

export interface RowPagesOptions {
  /** Number of rows of a page, if the server allows it. */
  readonly limit: number
  readonly signal: AbortSignal
  /** Called before the page waits for the seconds of `Retry-After`. */
  readonly onWait: (seconds: number) => void
}

/** @throws ChangedColumnsError if the columns of the table change between two pages */
export async function* rowPages(
  query: Omit<TableQuery, 'page' | 'limit'>,
  options: RowPagesOptions,
): AsyncGenerator<RowPage, void, undefined> {
  const { signal } = options
  let { limit } = options
  let read = 0
  let waits = 0
  let losses = 0
  let names: readonly string[] | undefined
  for (;;) {
    // If the limit became smaller, the page may begin with rows that were already read.
    const page = Math.floor(read / limit) + 1
    const known = read - (page - 1) * limit
    let result
    try {
      result = await client.query({ ...query, page, limit }, { signal })
    } catch (error) {
      if (waits++ < MAX_WAITS && (await hasWaited(error, options))) continue
      if (isToRetry(losses, error)) {
        losses++
        await pause(RETRY_PAUSE, signal)
        continue
      }
      const smaller = smallerLimit(error, limit)
      if (smaller === undefined) throw error
      limit = smaller
      continue
    }
    waits = 0
    losses = 0
    const { data, columns, pagination } = result
    names ??= columns
    if (!isSameList(columns, names)) throw new ChangedColumnsError()
    const rows = data.slice(known)
    read += rows.length
    // Some servers reduce a large limit instead of refusing it.
    if (pagination.limit >= 1) limit = Math.min(limit, pagination.limit)
    yield { rows, columns, total: pagination.total }
    if (rows.length === 0 || read >= pagination.total) return
  }
}

/**
 * Waits if the error has `Retry-After`.
 * @returns whether it has waited
 * @throws the signal's reason
 */
async function hasWaited(
  error: unknown,
  { signal, onWait }: Omit<RowPagesOptions, 'limit'>,
): Promise<boolean> {
  const asked = error instanceof TableQueryError ? error.retryAfter : undefined
  if (asked === undefined || asked > MAX_WAIT) return false
  // Without a pause, the page would send requests in a loop.
  const seconds = Math.max(asked, 1)
  // The page may have been left while the response arrived.
  signal.throwIfAborted()
  onWait(seconds)
  await pause(seconds * 1000, signal)
  return true
}

/** @throws the signal's reason */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      // A long download waits often, by the same signal.
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', onAbort)
  })
}
