/** Finds the rows after a remembered one, in any order, by ranges that an index can serve. */
import type { SortDirection } from '../dialect/dialect'
import type { Cell, OrderKey } from '../dialect/schema'
import { joined, sql, value, type SqlFragment } from '../dialect/sql-fragment'
import type { OrderTerm } from './read-plan'

export interface SeekTerm {
  readonly key: OrderKey & { readonly placeholder: string }
  readonly direction: SortDirection
}

/** Beyond this many keys, the ranges cost more than they save. */
const MOST_KEYS = 6

/** The terms, if the values of all their keys can be sent back to the database. */
export function seekTerms(order: readonly OrderTerm[]): SeekTerm[] | undefined {
  const terms = order.filter(isSeekTerm)
  return terms.length === order.length && terms.length <= MOST_KEYS ? terms : undefined
}

function isSeekTerm(term: OrderTerm): term is SeekTerm {
  return term.key.placeholder !== undefined
}

/**
 * Conditions of which each row after the remembered one meets exactly one; the rows of an earlier
 * condition stand before those of a later one. `or` between them would keep indexes from serving.
 * @param values of the remembered row's keys
 * @param isInclusive whether that row is wanted too
 */
export function rowsAfter(
  terms: readonly SeekTerm[],
  values: readonly Cell[],
  isInclusive: boolean,
): SqlFragment[] {
  const pairs = terms.map((term, index) => ({ ...term, value: values[index] ?? null }))
  const start = startOfUniformEnd(pairs)
  const conditions = [isInclusive ? atOrAfter(pairs.slice(start)) : after(pairs.slice(start))]
  for (let index = start; index >= 0; index--) {
    const ranges = conditions[start - index] ?? []
    const prefix = pairs.slice(0, index).map(equals)
    conditions[start - index] = ranges.map((range) => joined([...prefix, range], ' and '))
    if (index > 0) conditions.push(after(pairs.slice(index - 1, index)))
  }
  return conditions.flat()
}

type Pair = SeekTerm & { readonly value: Cell }

/** Where the terms begin that have one direction and no NULLs: rows compare by all of them at once. */
function startOfUniformEnd(pairs: readonly Pair[]): number {
  const last = pairs.length - 1
  const differs = (pair: Pair): boolean =>
    pair.key.isNullable || pair.direction !== pairs[last]?.direction
  const end = pairs.findLastIndex(differs) + 1
  return Math.min(end, last)
}

function after(pairs: readonly Pair[]): SqlFragment[] {
  const [first] = pairs
  if (!first) return []
  const { key, direction } = first
  const isAscending = direction === 'asc'
  // NULL is the smallest value: everything else is after it, or nothing is.
  if (first.value === null) return isAscending ? [sql`${key.sql} is not null`] : []
  const range = compared(pairs, isAscending ? '>' : '<')
  return !isAscending && key.isNullable ? [range, sql`${key.sql} is null`] : [range]
}

function atOrAfter(pairs: readonly Pair[]): SqlFragment[] {
  const [first] = pairs
  if (!first) return []
  if (first.key.isNullable) return [equals(first), ...after(pairs)]
  return [compared(pairs, first.direction === 'asc' ? '>=' : '<=')]
}

function compared(pairs: readonly Pair[], operator: string): SqlFragment {
  const values = joined(pairs.map(valueOf), ', ')
  const keys = pairs.map(({ key }) => key.sql).join(', ')
  return pairs.length === 1
    ? sql`${keys} ${operator} ${values}`
    : sql`(${keys}) ${operator} (${values})`
}

function equals(pair: Pair): SqlFragment {
  if (pair.value === null) return sql`${pair.key.sql} is null`
  return sql`${pair.key.sql} = ${valueOf(pair)}`
}

function valueOf({ key, value: cell }: Pair): SqlFragment {
  return value(cell, key.placeholder)
}
