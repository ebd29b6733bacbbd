/** Chooses the terms that make an order unique: only enforced keys, compared to the last byte. */
import { orderKey } from '../../src/dialect/order-key'
import { keyFor, type UniqueKeyColumn } from '../../src/dialect/row-key'
import type { ColumnSchema, OrderKey, TableKeys, TableSchema } from '../../src/dialect/schema'
import { BYTES_IN_EVERY_SORT, COMPARED_BYTES, withTypeCheck } from './sort-order'

export interface CandidateKeys {
  /** The storage engine; `null` for a view. */
  readonly engine: string | null
  readonly uniqueKeys: readonly UniqueKeyColumn[]
}

export interface SortableColumn {
  /** Its order compares the whole value. */
  readonly column: ColumnSchema
  /** The order of the column in a sort, which may compare only the beginning of the value. */
  readonly sorted: OrderKey
  /** Maximum number of bytes of the value in a sort. */
  readonly bytes: number
  /** Whether a join may consider different values equal. */
  readonly mayHaveEqualValues: boolean
}

/**
 * Storage engines that enforce unique keys. Engines that read the rows of other tables or servers only
 * declare them: the tables of a MERGE table can contain equal keys.
 * https://dev.mysql.com/doc/refman/en/merge-table-problems.html
 */
const ENFORCING: ReadonlySet<string> = new Set([
  'innodb',
  'myisam',
  'aria',
  'memory',
  'archive',
  'rocksdb',
  'tokudb',
  'ndbcluster',
])

/** Types whose equal values are printed alike. */
const EXACT = /^(?:(?:tiny|small|medium|big)?int|decimal|date|datetime|timestamp|year)\b/

export function rowKeysOf(
  columns: readonly SortableColumn[],
  { engine, uniqueKeys }: CandidateKeys,
): TableKeys & Pick<TableSchema, 'keysOf'> {
  const all = columns.map(({ column }) => column)
  const byName = new Map(columns.map((each) => [each.column.name, each]))
  const byKey = new Map(columns.map((each) => [each.column.order, each]))
  const isEnforced = ENFORCING.has(engine?.toLowerCase() ?? '')
  const keysOf = (visible: readonly ColumnSchema[]): TableKeys => {
    const readable = visible.flatMap(({ name }) => byName.get(name) ?? [])
    const key = keyFor(
      readable.map(({ column }) => column),
      all,
      uniqueKeys,
    )
    const columnsOfKey = key?.flatMap((each) => byKey.get(each) ?? []) ?? []
    const terms = columnsOfKey.map(({ sorted }) => sorted)
    if (key && isEnforced) {
      // Different texts of some character sets, such as cp932, are equal as utf8mb4.
      const digest = digestOf(columnsOfKey, COMPARED_BYTES, storedBytes)
      const tieBreak = [...terms, ...digest]
      const isAmbiguous = columnsOfKey.some(({ mayHaveEqualValues }) => mayHaveEqualValues)
      return { tieBreak, ...(!isAmbiguous && { uniqueKey: key }) }
    }
    const isExact = key && columnsOfKey.every(({ column }) => EXACT.test(column.type))
    // The terms compare utf8mb4, which has up to three bytes for one byte of the column's character set.
    const digest = digestOf(readable, COMPARED_BYTES / 3, printedBytes)
    const tieBreak = [...terms, ...readable.flatMap(bytewiseOrder), ...digest]
    return { tieBreak, ...(isExact && { declaredKey: key }) }
  }
  return { ...keysOf(all), keysOf }
}

/** Terms for the order of rows without a unique key: as the column's own, but text byte by byte. */
function bytewiseOrder({ column, sorted }: SortableColumn): OrderKey[] {
  const { sql, isNullable } = column.order
  // A sort considers 0 and -0 equal.
  if (FLOATING.test(column.type)) return [sorted, orderKey(`cast(${sql} as char)`, isNullable)]
  if (column.contains === undefined) return [sorted]
  const bytes = `left(${printedBytes(column)}, ${BYTES_IN_EVERY_SORT})`
  return [withTypeCheck(orderKey(bytes, isNullable), column)]
}

function storedBytes({ order }: ColumnSchema): string {
  return `cast(${order.sql} as binary)`
}

/**
 * For text, the bytes that a client gets. Without `convert`, MySQL would apply the cast to the cached value of a
 * subquery in a view, and the view would return those bytes too, as if they were utf8mb4.
 */
function printedBytes(column: ColumnSchema): string {
  if (column.contains === undefined) return storedBytes(column)
  return `cast(convert(${column.order.sql} using utf8mb4) as binary)`
}

const FLOATING = /^(?:float|double)\b/

/** A sort compares values of up to this length whole, under every collation: 18 weights for each character. */
const SHORT_BYTES = 64

/**
 * Orders values that a sort considers equal because it compares only their first bytes.
 * @param compared bytes up to which the values of a column need no digest
 * @param bytesOf SQL of the whole value as bytes
 */
function digestOf(
  columns: readonly SortableColumn[],
  compared: number,
  bytesOf: (column: ColumnSchema) => string,
): OrderKey[] {
  const long = columns.filter(({ bytes }) => bytes > compared)
  if (long.length === 0) return []
  const digests = long.map(({ column }) => {
    const bytes = bytesOf(column)
    return `if(octet_length(${bytes}) > ${SHORT_BYTES}, sha2(${bytes}, 256), '')`
  })
  return [orderKey(`sha2(concat_ws(',', ${digests.join(', ')}), 256)`, false)]
}
