/** Reads the first rows of a query. */
import type { Row, TableQuery } from '../../client'
import { rowPages, type RowPagesOptions } from '../api/row-pages'
import { allowedLimit } from '../view/use-view'

export const SAMPLE_ROWS = 10_000

export interface SampleRows {
  readonly rows: readonly Row[]
  /** Number of rows on all pages of the query. */
  readonly total: number
}

/** Yields all rows loaded so far, after each page. */
export async function* loadSample(
  query: Omit<TableQuery, 'page' | 'limit'>,
  options: Omit<RowPagesOptions, 'limit'>,
): AsyncGenerator<SampleRows, void, undefined> {
  let rows: readonly Row[] = []
  const limit = allowedLimit(SAMPLE_ROWS)
  for await (const page of rowPages(query, { ...options, limit })) {
    rows = [...rows, ...page.rows.slice(0, SAMPLE_ROWS - rows.length)]
    yield { rows, total: page.total }
    if (rows.length >= SAMPLE_ROWS) return
  }
}
