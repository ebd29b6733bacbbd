/**
 * Checks queries of callers of the library. Those over HTTP are well-formed, but a query of JavaScript or from
 * `JSON.parse` can have any values, and its directions become SQL.
 */
import { invalidQuery } from './errors'
import type { TableQuery } from './table-query'

/** Maximum number of characters of a filter. */
export const MAX_FILTER_LENGTH = 1000

/** @throws ApiError INVALID_QUERY for the first property with another type or range than `TableQuery` has */
export function requireWellFormed(query: TableQuery): void {
  const { table, page, limit, filter, filterColumns, sort, columns } = query
  check('table', table, isText(table), 'text')
  for (const [name, value] of Object.entries({ page, limit })) {
    check(name, value, Number.isSafeInteger(value) && value >= 1, 'a whole number from 1')
  }
  requireExactPosition(page, limit)
  const isFilter = isText(filter) && Array.from(filter).length <= MAX_FILTER_LENGTH
  check('filter', filter, isFilter, `text of at most ${MAX_FILTER_LENGTH} characters`)
  // Drivers send a lone surrogate, such as half an emoji, as U+FFFD, which would find other rows.
  const isSearchable = !/[\0\p{Surrogate}]/u.test(filter)
  check('filter', filter, isSearchable, 'text without NUL characters and lone surrogates')
  for (const [name, value] of Object.entries({ filterColumns, columns })) {
    const isNames = value === undefined || (Array.isArray(value) && value.every(isText))
    check(name, value, isNames, 'a list of column names')
  }
  const isSort = Array.isArray(sort) && sort.every(isSortTerm)
  check('sort', sort, isSort, 'a list of columns with the direction asc or desc')
}

/**
 * @param given the value of `page` for the error
 * @throws ApiError INVALID_QUERY if the position of the page is not an exact number
 */
export function requireExactPosition(page: number, limit: number, given: unknown = page): void {
  const max = Number.MAX_SAFE_INTEGER
  check('page', given, page * limit <= max, `small enough that page times limit is at most ${max}`)
}

function check(parameter: string, value: unknown, isValid: boolean, constraint: string): void {
  if (!isValid) throw invalidQuery(parameter, value ?? null, constraint)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isSortTerm(term: unknown): boolean {
  if (typeof term !== 'object' || term === null) return false
  const { column, direction }: { column?: unknown; direction?: unknown } = term
  return isText(column) && (direction === 'asc' || direction === 'desc')
}
