/** Chooses the terms that make an order unique: only enforced keys, compared to the last byte. */
import { keyFor, type UniqueKeyColumn } from '../../src/dialect/row-key'
import type { ColumnSchema, OrderKey, TableKeys, TableSchema } from '../../src/dialect/schema'
import { SPATIAL } from './column-schema'

export interface CandidateKeys {
  /** The storage engine; `null` for a view. */
  readonly engine: string | null
  readonly uniqueKeys: readonly UniqueKeyColumn[]
  /** Maximum number of bytes that a sort compares of each column, in the order of the columns. */
  readonly sortedBytes: readonly number[]
  /** SQL of the whole value of each column; the order may compare only its first characters. */
  readonly values: readonly string[]
}

/**
 * Storage engines that enforce unique keys. Engines that read the rows of other tables or servers only
 * declare them: the tables of a MERGE table can contain equal keys.
 * https://dev.mysql.com/doc/refman/en/merge-table-problems.html
 */
const ENFORCING: ReadonlySet<string> = new Set([
  ...['innodb', 'myisam', 'aria', 'memory', 'archive', 'rocksdb', 'tokudb', 'ndbcluster'],
])

/** Types whose equal values are printed alike. */
const EXACT = /^(?:(?:tiny|small|medium|big)?int|decimal|date|datetime|timestamp|year)\b/

export function rowKeysOf(
  columns: readonly ColumnSchema[],
  { engine, uniqueKeys, sortedBytes, values }: CandidateKeys,
): TableKeys & Pick<TableSchema, 'keysOf'> {
  const longerThan = (bytes: number): ReadonlySet<OrderKey> =>
    new Set(columns.flatMap(({ order }, index) => ((sortedBytes[index] ?? 0) > bytes ? order : [])))
  const valueOf = new Map(columns.map(({ order }, index) => [order, values[index] ?? order.sql]))
  const valuesOf = (keys: readonly OrderKey[]): string[] =>
    keys.map((key) => valueOf.get(key) ?? key.sql)
  const isEnforced = ENFORCING.has(engine?.toLowerCase() ?? '')
  const exact = new Set(columns.flatMap(({ type, order }) => (EXACT.test(type) ? order : [])))
  const longInKey = longerThan(COMPARED_BYTES)
  // The terms compare utf8mb4, which has up to three bytes for one byte of the column's character set.
  const long = longerThan(COMPARED_BYTES / 3)
  const orderOfAll = (visible: readonly ColumnSchema[]): OrderKey[] => [
    ...visible.map((column) => bytewiseOrder(column, valueOf.get(column.order))),
    ...digestOf(valuesOf(visible.map(({ order }) => order).filter((order) => long.has(order)))),
  ]
  const keysOf = (visible: readonly ColumnSchema[]): TableKeys => {
    const declaredKey = keyFor(visible, columns, uniqueKeys)
    const uniqueKey = isEnforced ? declaredKey : undefined
    if (!uniqueKey) {
      const isExactKey = declaredKey?.every((key) => exact.has(key)) ?? false
      const tieBreak = [...(declaredKey ?? []), ...orderOfAll(visible)]
      return { tieBreak, ...(isExactKey && { declaredKey }) }
    }
    const digest = digestOf(valuesOf(uniqueKey.filter((key) => longInKey.has(key))))
    return { tieBreak: [...uniqueKey, ...digest], uniqueKey }
  }
  return { ...keysOf(columns), keysOf }
}

/** Bytes of a value that a sort compares at most: each session sets `max_sort_length` to this. */
const COMPARED_BYTES = 1024

/** A sort compares values of up to this length whole, under every collation. */
const SHORT_BYTES = 128

/**
 * Bytes of an expression's value that every sort compares. A sort of MariaDB compares more of a longer value
 * if it is without a limit than if it is with one, so that a row could be on two pages.
 */
const BYTES_IN_EVERY_SORT = 1000

/** The same in characters of Unicode: a sort reserves four bytes for each. */
const CHARACTERS_IN_EVERY_SORT = BYTES_IN_EVERY_SORT / 4

/**
 * The column, ordered by as much of a long text as every sort of MariaDB compares. It then has no index for the
 * order, so a column of a unique key keeps its own.
 */
export function withBoundedOrder(
  column: ColumnSchema,
  catalogued: SortedColumn,
  uniqueKeys: readonly UniqueKeyColumn[],
): ColumnSchema {
  const isUnicode = /^(?:utf8|uca1400)/.test(catalogued.collation ?? '')
  const isInKey = uniqueKeys.some((key) => key.column === column.name)
  if (!isUnicode || isInKey || sortedBytesOf(catalogued) <= COMPARED_BYTES) return column
  const { order } = column
  return { ...column, order: { ...order, sql: `left(${order.sql}, ${CHARACTERS_IN_EVERY_SORT})` } }
}

/** Term for the order of rows without a unique key: as the column's own, but text byte by byte. */
function bytewiseOrder({ order, contains }: ColumnSchema, value = order.sql): OrderKey {
  if (contains === undefined) return order
  const bytes = `cast(convert(${value} using utf8mb4) as binary)`
  return { ...order, sql: `left(${bytes}, ${BYTES_IN_EVERY_SORT})` }
}

/** Orders values that a sort considers equal because it compares only their first bytes. */
function digestOf(values: readonly string[]): OrderKey[] {
  if (values.length === 0) return []
  const digests = values.map((value) => {
    const bytes = `cast(${value} as binary)`
    return `if(octet_length(${bytes}) > ${SHORT_BYTES}, sha2(${bytes}, 256), '')`
  })
  return [{ sql: `sha2(concat_ws(',', ${digests.join(', ')}), 256)`, isNullable: false }]
}

export interface SortedColumn {
  readonly data_type: string
  /** Maximum length in bytes of text or binary data; `null` for other types. */
  readonly octets: number | string | null
  readonly collation: string | null
}

/** Weights can be longer than the text in collations of several levels (letters, accents, case). */
export function sortedBytesOf({ data_type, octets, collation }: SortedColumn): number {
  if (octets === null) return UNBOUNDED.has(data_type) ? Infinity : 0
  return Number(octets) * (/_as_c[is]/.test(collation ?? '') ? 2 : 1)
}

/** Types that are sorted as text or bytes without a maximum length. */
const UNBOUNDED: ReadonlySet<string> = new Set(['json', 'vector', ...SPATIAL])
