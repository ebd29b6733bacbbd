/** How much of a value the servers compare in a sort. */
import type { OrderKey } from '../../src/dialect/schema'
import { SPATIAL } from './column-schema'

/** Bytes of a value that a sort compares at most: each session sets `max_sort_length` to this. */
export const COMPARED_BYTES = 1024

/**
 * Bytes of an expression's value that every sort compares. A sort of MariaDB compares more of a longer value
 * if it is without a limit than if it is with one, so that a row could be on two pages.
 */
export const BYTES_IN_EVERY_SORT = 1000

/** The same in characters of Unicode: a sort reserves four bytes for each. */
const CHARACTERS_IN_EVERY_SORT = BYTES_IN_EVERY_SORT / 4

export interface SortedColumn {
  readonly data_type: string
  /** Maximum length in bytes of text or binary data; `null` for other types. */
  readonly octets: number | string | null
  readonly collation: string | null
}

/** Types that are sorted as text or bytes without a maximum length. */
const UNBOUNDED: ReadonlySet<string> = new Set(['json', 'vector', ...SPATIAL])

/** Weights can be longer than the text in collations of several levels (letters, accents, case). */
export function sortedBytesOf({ data_type, octets, collation }: SortedColumn): number {
  if (octets === null) return UNBOUNDED.has(data_type) ? Infinity : 0
  return Number(octets) * (/_as_c[is]/.test(collation ?? '') ? 2 : 1)
}

/** The order by as much of a long text of Unicode as every sort of MariaDB compares; no index has this order. */
export function orderInEverySort(order: OrderKey, column: SortedColumn): OrderKey {
  const isUnicode = /^(?:utf|ucs2|uca1400)/.test(column.collation ?? '')
  if (!isUnicode || sortedBytesOf(column) <= COMPARED_BYTES) return order
  return { ...order, sql: `left(${order.sql}, ${CHARACTERS_IN_EVERY_SORT})` }
}
