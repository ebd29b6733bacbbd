/**
 * A search for a text in columns of a table. The conditions for a long text have several kilobytes of values for
 * each column, and thousands of requests can wait for a connection. So a plan keeps only the text, and makes the
 * conditions when a statement needs them.
 */
import { hash } from 'node:crypto'
import type { ColumnSchema, TextMatcher } from '../dialect/schema'
import { searchPattern } from '../dialect/search-pattern'
import type { SqlFragment } from '../dialect/statement'

export type TextColumn = ColumnSchema & { readonly contains: TextMatcher }

export interface Search {
  readonly text: string
  /** Equal only if the conditions have the same SQL. */
  readonly shapeKey: string
  /** Rows must meet at least one of the conditions; an empty list selects no rows. */
  conditions(): readonly SqlFragment[]
}

export function isSearchable(column: ColumnSchema): column is TextColumn {
  return column.contains !== undefined
}

export function searchOf(columns: readonly TextColumn[], text: string): Search {
  const conditions = (): SqlFragment[] => {
    const pattern = searchPattern(text)
    return columns.map((column) => column.contains(pattern))
  }
  const texts = conditions().map(({ sql }) => sql)
  return { text, shapeKey: hash('sha256', JSON.stringify(texts), 'base64url'), conditions }
}
