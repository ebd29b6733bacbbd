/** A query of a table, as the core gets it, and the check of its form. */
import type { SortDirection } from '../dialect/dialect'
import { invalidQuery } from './errors'

/** Maximum number of characters of a filter. */
export const MAX_FILTER_LENGTH = 1000

/** One column to sort by. */
export interface SortTerm {
  /** Name of the column. */
  readonly column: string
  /** Ascending or descending; NULL is the smallest value. */
  readonly direction: SortDirection
}

/** A well-formed request for rows. Its names are not yet resolved with a schema. */
export interface TableQuery {
  /** Name of the table. */
  readonly table: string
  /** From 1. */
  readonly page: number
  /** Rows per page, from 1. */
  readonly limit: number
  /** Text to find; empty for no filter. */
  readonly filter: string
  /** Columns to search; `undefined` for all text columns. */
  readonly filterColumns?: readonly string[]
  /** Columns to sort by, the most significant first; empty for the order of the key. */
  readonly sort: readonly SortTerm[]
  /** Columns to return; `undefined` for all. */
  readonly columns?: readonly string[]
}

/** Freezes the query and all that it contains, so that its plan can be used again. */
export function freezeQuery(query: TableQuery): TableQuery {
  for (const part of partsOf(query)) Object.freeze(part)
  return query
}

/** Whether the query cannot change. A program may change its own query after it was planned. */
export function isFrozen(query: TableQuery): boolean {
  return partsOf(query).every((part) => Object.isFrozen(part))
}

function partsOf(query: TableQuery): readonly unknown[] {
  const { sort, columns, filterColumns } = query
  return [query, sort, ...sort, columns, filterColumns]
}

/**
 * Checks a query of a caller of the library. Those over HTTP are well-formed, but a query of JavaScript or from
 * `JSON.parse` can have any values, and its directions become SQL.
 * @throws ApiError INVALID_QUERY for the first property with another type or range than `TableQuery` has,
 *   and if the query is no object
 */
export function requireWellFormed(query: TableQuery): void {
  const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null
  check('query', query, isObject(query), 'an object with table, page, limit, filter and sort')
  const { table, page, limit, filter, filterColumns, sort, columns } = query
  requireTableName(table)
  for (const [name, value] of Object.entries({ page, limit })) {
    check(name, value, Number.isSafeInteger(value) && value >= 1, 'a whole number from 1')
  }
  requireExactPosition(page, limit)
  const isFilter = isString(filter) && Array.from(filter).length <= MAX_FILTER_LENGTH
  check('filter', filter, isFilter, `text of at most ${MAX_FILTER_LENGTH} characters`)
  // Drivers send a lone surrogate, such as half an emoji, as U+FFFD, which would find other rows.
  const isSearchable = !/[\0\p{Surrogate}]/u.test(filter)
  check('filter', filter, isSearchable, 'text without NUL characters and lone surrogates')
  for (const [name, value] of Object.entries({ filterColumns, columns })) {
    const isNames = value === undefined || (Array.isArray(value) && value.every(isString))
    check(name, value, isNames, 'a list of column names')
  }
  const isSort = Array.isArray(sort) && sort.every(isSortTerm)
  check('sort', sort, isSort, 'a list of columns with the direction asc or desc')
}

/** @throws ApiError INVALID_QUERY for a name that is no text, which a program in JavaScript can pass */
export function requireTableName(name: string): void {
  check('table', name, isString(name), 'text')
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

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function isSortTerm(term: unknown): boolean {
  if (typeof term !== 'object' || term === null) return false
  const { column, direction }: { column?: unknown; direction?: unknown } = term
  return isString(column) && (direction === 'asc' || direction === 'desc')
}
