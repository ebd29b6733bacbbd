/**
 * The order of a column that every plan of the server has: by an index, and in sorts with and without a
 * limit. Pages of one request have different plans, so rows would be on two pages or on none if these
 * compared differently.
 */
import { columnOf, quoteName } from '../../src/dialect/quoted-name'
import { orderKey } from '../../src/dialect/order-key'
import type { ColumnSchema, OrderKey } from '../../src/dialect/schema'
import { SPATIAL } from './column-schema'
import type { ServerNumber } from './server-number'

/** Bytes of a value that a sort compares at most: each session sets `max_sort_length` to this. */
export const COMPARED_BYTES = 1024

/**
 * Bytes of an expression's value that every sort compares. A sort of MariaDB compares more of a longer value
 * if it is without a limit than if it is with one.
 */
export const BYTES_IN_EVERY_SORT = 1000

/** The same in characters of more than one byte: a sort reserves four bytes for each. */
const CHARACTERS_IN_EVERY_SORT = BYTES_IN_EVERY_SORT / 4

export interface SortedColumn {
  readonly data_type: string
  /** Maximum length in bytes of text or binary data; `null` for other types. */
  readonly octets: ServerNumber | null
  readonly collation: string | null
}

/** Types that are sorted as text or bytes without a maximum length. */
const UNBOUNDED: ReadonlySet<string> = new Set(['json', 'vector', ...SPATIAL])

/** They are sorted by the number of their value. */
const ENUMERATED: ReadonlySet<string> = new Set(['enum', 'set'])

/** Character sets with characters of more than one byte. MariaDB names some collations without theirs. */
const MULTIBYTE = /^(?:utf|ucs2|uca1400|big5|gb|sjis|cp932|euc|ujis)/

/** Collations of the Unicode Collation Algorithm: a character can have 18 weights, such as U+FDFA. */
const UNICODE_WEIGHTS =
  /^(?:utf|ucs2|uca1400|gb18030_unicode)(?!.*_(?:bin|general_ci|general_mysql500_ci|general_nopad_ci)$)/

/**
 * Collations whose sorts compare short texts in another way than their comparisons and indexes do:
 *
 * - Sorts of MariaDB fill texts with zeros if the collation does not pad them with spaces, and cut off the
 *   levels of accents and case. Collations of UTF-8 that compare bytes are left out: only texts that end in NUL
 *   are compared differently, and no index would serve the order of an expression.
 * - In the others, a text can sort before its own beginning, such as `ab` before `a`, or some characters
 *   compare as equal only in a comparison.
 */
const INCONSISTENT =
  /^(?:big5_chinese_ci|latin7_(?:general_c[is]|estonian_cs)|cp1250_czech_cs|gb18030_chinese_ci|tis620_thai_ci)$/
const INCONSISTENT_ON_MARIADB = /^(?!utf8(?:mb[34])?_nopad_bin$).*_nopad_|_(?:as_c[is]|ai_cs)$/

/**
 * Collations by which a sort of MariaDB without a limit pads a long text with spaces, as comparisons do, but a
 * sort with a limit does not. They differ for texts with characters below the space, such as a line break.
 */
const PADDED_IN_SOME_SORTS = /^(?!utf).*_bin$/

/** Weights can be longer than the text: in collations of several levels, and in those that expand letters. */
export function sortedBytesOf({ data_type, octets, collation }: SortedColumn): number {
  if (octets === null) return UNBOUNDED.has(data_type) ? Infinity : 0
  return Number(octets) * weightsOf(collation ?? '')
}

function weightsOf(collation: string): number {
  if (/czech_cs$/.test(collation)) return 4
  return /_(?:as_c[is]|ai_cs)$|german2/.test(collation) ? 2 : 1
}

/** The order that every plan has. If it is not that of the column itself, no index has it. */
export function orderInEveryPlan(
  order: OrderKey,
  column: SortedColumn,
  isMariadb: boolean,
): OrderKey {
  const { sql, isNullable } = order
  const { data_type, octets, collation } = column
  if (octets === null || ENUMERATED.has(data_type)) return order
  const isLong = sortedBytesOf(column) > COMPARED_BYTES
  if (collation === null) {
    return isMariadb && isLong ? orderKey(firstBytes(sql), isNullable) : order
  }
  // Sorts and indexes of MySQL agree on these at any length.
  if (!isMariadb && collation.includes('_0900_')) return order
  const isInconsistent =
    INCONSISTENT.test(collation) || (isMariadb && INCONSISTENT_ON_MARIADB.test(collation))
  const needsWeights =
    UNICODE_WEIGHTS.test(collation) ||
    weightsOf(collation) > 1 ||
    (isMariadb && PADDED_IN_SOME_SORTS.test(collation))
  if (isInconsistent || (isLong && needsWeights)) return orderKey(firstWeights(sql), isNullable)
  if (!isLong) return order
  const characters = MULTIBYTE.test(collation) ? CHARACTERS_IN_EVERY_SORT : BYTES_IN_EVERY_SORT
  return orderKey(`left(${sql}, ${characters})`, isNullable)
}

/** Adds a check of the column's type, if the order is that of an expression. */
export function withTypeCheck(order: OrderKey, column: ColumnSchema): OrderKey {
  const { name, typeCheck } = column
  return order.sql === columnOf(quoteName(name, '`')) ? order : { ...order, typeCheck }
}

function firstBytes(sql: string): string {
  return `left(${sql}, ${BYTES_IN_EVERY_SORT})`
}

/** The weights of the text in its collation, as bytes. */
function firstWeights(sql: string): string {
  return firstBytes(`cast(weight_string(left(${sql}, ${BYTES_IN_EVERY_SORT})) as binary)`)
}
