/**
 * Ranges in which the first key of an order is NULL in all rows or in none. They follow each other, and an
 * index may have the order of each but not of both.
 */
import type { Dialect } from '../dialect/dialect'
import type { Cell } from '../dialect/schema'
import type { OrderTerm } from './read-plan'
import {
  hasOneRange,
  isNotNull,
  isNull,
  notNullable,
  rowsAfter,
  seekTerms,
  type SeekCondition,
} from './seek-condition'

/** All rows, in two ranges in the order of their rows. */
export function rowsByNull([first]: readonly OrderTerm[]): SeekCondition[] {
  if (!first) return []
  const key = { key: first.key, index: 0 }
  const ranges = [isNull(key), isNotNull(key)]
  return first.direction === 'asc' ? ranges : ranges.toReversed()
}

/** Whether `nextRowsByNull` has one range after each row. */
export function hasOneRangeByNull([first, ...others]: readonly OrderTerm[]): boolean {
  return first === undefined || hasOneRange([notNullable(first), ...others])
}

/**
 * The rows after a row in the range of this row, if `hasOneRangeByNull`.
 * @param values keys of the row; `undefined`: the rows of the first range
 */
export function nextRowsByNull(
  order: readonly OrderTerm[],
  values: readonly Cell[] | undefined,
  rules: Pick<Dialect, 'comparesRowsByIndex'>,
): SeekCondition[] {
  const [first, ...others] = order
  if (!first) return []
  if (!values) return first.key.isNullable ? rowsByNull(order).slice(0, 1) : []
  const terms = seekTerms([values[0] === null ? first : notNullable(first), ...others]) ?? []
  return rowsAfter(terms, values, false, rules).slice(0, 1)
}
