/** Chooses what tells the rows of a table apart: only what the server enforces, and to the last byte. */
import { keyFor, type UniqueKeyColumn } from '../../src/dialect/row-key'
import type { ColumnSchema, OrderKey, TableKeys, TableSchema } from '../../src/dialect/schema'
import { bytewiseOrder, SPATIAL } from './column-schema'

export interface CandidateKeys {
  /** The storage engine; `null` for a view. */
  readonly engine: string | null
  readonly uniqueKeys: readonly UniqueKeyColumn[]
  /** Bytes of each column that a sort may have to compare, at most, in the order of the columns. */
  readonly sortedBytes: readonly number[]
}

/**
 * Engines that refuse a row with the key of another. Those that read the rows of other tables or
 * servers only repeat what was declared: the tables of a MERGE table can have equal keys.
 * https://dev.mysql.com/doc/refman/en/merge-table-problems.html
 */
const ENFORCING: ReadonlySet<string> = new Set([
  ...['innodb', 'myisam', 'aria', 'memory', 'archive', 'rocksdb', 'tokudb', 'ndbcluster'],
])

export function rowKeysOf(
  columns: readonly ColumnSchema[],
  { engine, uniqueKeys, sortedBytes }: CandidateKeys,
): TableKeys & Pick<TableSchema, 'keysOf'> {
  const longerThan = (bytes: number): ReadonlySet<OrderKey> =>
    new Set(columns.flatMap(({ order }, place) => ((sortedBytes[place] ?? 0) > bytes ? order : [])))
  const isEnforced = ENFORCING.has(engine?.toLowerCase() ?? '')
  const longInKey = longerThan(COMPARED_BYTES)
  // They are compared as utf8mb4, which has up to three bytes for one of the column's own.
  const long = longerThan(COMPARED_BYTES / 3)
  const orderOfAll = (visible: readonly ColumnSchema[]): OrderKey[] => [
    ...visible.map(bytewiseOrder),
    ...digestOf(visible.map(({ order }) => order).filter((order) => long.has(order))),
  ]
  const keysOf = (visible: readonly ColumnSchema[]): TableKeys => {
    const uniqueKey = isEnforced ? keyFor(visible, columns, uniqueKeys) : undefined
    if (!uniqueKey) return { tieBreak: orderOfAll(visible) }
    const digest = digestOf(uniqueKey.filter((key) => longInKey.has(key)))
    return { tieBreak: [...uniqueKey, ...digest], uniqueKey }
  }
  return { ...keysOf(columns), keysOf }
}

/** A sort compares no more of a value: `max_sort_length`, as each session sets it. */
const COMPARED_BYTES = 1024

/** Values of this length are compared whole, whatever weights their collation gives them. */
const SHORT_BYTES = 128

/** Tells apart what a sort takes for equal because it compares only the beginnings. */
function digestOf(long: readonly OrderKey[]): OrderKey[] {
  if (long.length === 0) return []
  const digests = long.map(({ sql }) => {
    const bytes = `cast(${sql} as binary)`
    return `if(octet_length(${bytes}) > ${SHORT_BYTES}, sha2(${bytes}, 256), '')`
  })
  return [{ sql: `sha2(concat_ws(',', ${digests.join(', ')}), 256)`, isNullable: false }]
}

export interface SortedColumn {
  readonly data_type: string
  /** Bytes of a text or of bytes at most; `null` for other types. */
  readonly octets: number | string | null
  readonly collation: string | null
}

/** Collations that compare letters first, then accents, then case, have more weights than bytes. */
export function sortedBytesOf({ data_type, octets, collation }: SortedColumn): number {
  if (octets === null) return UNBOUNDED.has(data_type) ? Infinity : 0
  return Number(octets) * (/_as_c[is]/.test(collation ?? '') ? 2 : 1)
}

/** Sorted as texts, or by their bytes. */
const UNBOUNDED: ReadonlySet<string> = new Set(['json', 'vector', ...SPATIAL])
