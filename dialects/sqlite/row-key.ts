/** Chooses what tells the rows of a SQLite table apart: only what SQLite itself enforces. */
import { keyFor, type UniqueKeyColumn } from '../../src/dialect/row-key'
import type { ColumnSchema, OrderKey, TableKeys } from '../../src/dialect/schema'
import { columnOf } from '../../src/dialect/quoted-name'

/** The columns of a unique index stand in the index's order. */
export interface IndexColumn extends UniqueKeyColumn {
  /** By which the index tells values apart; the column itself can have another. */
  readonly collation: string
}

export interface CandidateKeys {
  readonly type: 'table' | 'view' | 'virtual' | 'shadow'
  readonly isWithoutRowid: boolean
  /** Of the unique indexes that leave no row out. */
  readonly indexColumns: readonly IndexColumn[]
  /** The column that the primary key begins with, if the table has one. */
  readonly primaryColumn: ColumnSchema | undefined
  /** The rowid's name, where there is one. */
  readonly rowid: string | undefined
  /** Whether a column or an index can have another collation than BINARY. */
  readonly hasCollations: boolean
}

/** @param visible the columns that the caller may read */
export function rowKeysOf(
  visible: readonly ColumnSchema[],
  columns: readonly ColumnSchema[],
  table: CandidateKeys,
): TableKeys {
  const { type, isWithoutRowid, indexColumns, primaryColumn, rowid: name, hasCollations } = table
  const unique = usableKey(visible, columns, indexColumns)
  if (isWithoutRowid) {
    // What a virtual table declares is its module's word.
    if (!unique || type !== 'table') return { tieBreak: orderOfAll(visible) }
    const key = withCollations(unique, columns, table).map((part) => ({
      ...part,
      isNullable: false,
    }))
    return { tieBreak: key, uniqueKey: key }
  }
  // A column declared INTEGER PRIMARY KEY is the rowid itself, and the only key without an index.
  const isRowid = type === 'table' && !indexColumns.some(({ isPrimary }) => isPrimary)
  if (primaryColumn && isRowid) {
    const alias = { ...primaryColumn.order, isNullable: false }
    return { tieBreak: [alias], uniqueKey: [alias] }
  }
  // Three columns have taken the three names of the rowid.
  if (name === undefined) return { tieBreak: orderOfAll(visible) }
  const rowid = { sql: columnOf(name), isNullable: false, placeholder: '?' }
  // A primary key of a rowid table may hold NULLs.
  // https://www.sqlite.org/quirks.html#primary_keys_can_sometimes_contain_nulls
  const isReliable = unique?.every(({ isNullable }) => !isNullable) === true
  const tieBreak = isReliable ? withCollations(unique, columns, table) : [...(unique ?? []), rowid]
  if (type !== 'table') return { tieBreak }
  const merged = isReliable || hasCollations ? undefined : mergedKey(columns, unique, rowid)
  return { tieBreak, uniqueKey: [rowid], ...(merged && { tieBreakAfterSort: [merged] }) }
}

/** Collations that every connection has. A program can bring others, and then only it can use them. */
export function isBuiltIn(collation: string): boolean {
  return ['BINARY', 'NOCASE', 'RTRIM'].includes(collation.toUpperCase())
}

function usableKey(
  visible: readonly ColumnSchema[],
  columns: readonly ColumnSchema[],
  indexColumns: readonly IndexColumn[],
): OrderKey[] | undefined {
  const unusable = new Set(
    indexColumns.filter(({ collation }) => !isBuiltIn(collation)).map(({ key }) => key),
  )
  return keyFor(
    visible,
    columns,
    indexColumns.filter(({ key }) => !unusable.has(key)),
  )
}

/**
 * The key with the collations of its index, in orders, joins and ranges alike: two rows can be equal
 * under those of its columns. Two indexes of the same columns are both unique, each by its own.
 * https://www.sqlite.org/datatype3.html#assigning_collating_sequences_from_sql
 */
function withCollations(
  unique: readonly OrderKey[],
  columns: readonly ColumnSchema[],
  { indexColumns, hasCollations }: CandidateKeys,
): readonly OrderKey[] {
  if (!hasCollations) return unique
  const orderOf = new Map(columns.map(({ name, order }) => [name, order]))
  const names = new Set(indexColumns.map(({ key }) => key))
  const indexes = [...names].map((name) => indexColumns.filter(({ key }) => key === name))
  const index = indexes.find(
    (parts) =>
      parts.length === unique.length &&
      parts.every(({ column }, place) => orderOf.get(column ?? '') === unique[place]),
  )
  return unique.map((part, place) => ({
    ...part,
    sql: `${part.sql} collate ${index?.[place]?.collation ?? 'binary'}`,
  }))
}

/** Columns that a row key without a unique index compares by their values, at most. */
const MOST_VALUES = 900

/** Columns that one more of its terms compares. */
const COLUMNS_OF_A_TERM = 100

/**
 * Byte by byte, so that texts equal under the column's collation still have one order. An order has as
 * many terms as a table has columns, at most, and a client's sort needs some of them: what so many
 * columns leave to decide, the rest decides as a text, whose order means nothing.
 */
function orderOfAll(columns: readonly ColumnSchema[]): OrderKey[] {
  const most = columns.length > MOST_VALUES + COLUMNS_OF_A_TERM ? MOST_VALUES : columns.length
  const terms = columns.slice(0, most).map(({ order }) => ({
    ...order,
    sql: `${order.sql} collate binary`,
  }))
  for (let first = most; first < columns.length; first += COLUMNS_OF_A_TERM) {
    const part = columns.slice(first, first + COLUMNS_OF_A_TERM)
    // A literal ends at a NUL, the digits of a text do not.
    const texts = part.map(({ order }) => `quote(${order.sql}) || hex(${order.sql})`)
    terms.push({ sql: texts.join(" || ',' || "), isNullable: false })
  }
  return terms
}

/**
 * A key that may hold NULLs and the rowid, as one term: an order by an indexed column and two terms
 * more is sorted as if there were no index. In a column of TEXT affinity no value is a number, so none
 * equals a rowid, and numbers stand before texts, where NULLs would.
 */
function mergedKey(
  columns: readonly ColumnSchema[],
  unique: readonly OrderKey[] = [],
  rowid: OrderKey,
): OrderKey | undefined {
  const [key] = unique
  const isText = columns.some(({ order, contains }) => order === key && contains)
  if (!key || !isText || unique.length > 1) return undefined
  return { ...rowid, sql: `coalesce(${key.sql}, ${rowid.sql})` }
}

/** The name that still means the rowid when columns have taken some of the three. */
export function rowidName(columns: readonly ColumnSchema[]): string | undefined {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()))
  return ['rowid', '_rowid_', 'oid'].find((name) => !taken.has(name))
}
