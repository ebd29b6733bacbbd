/** Chooses the terms that make an order of a SQLite table unique: only keys that SQLite enforces. */
import { orderKey } from '../../src/dialect/order-key'
import { keyFor, type UniqueKeyColumn } from '../../src/dialect/row-key'
import type { ColumnSchema, OrderKey, TableKeys } from '../../src/dialect/schema'
import type { CatalogueTable } from './column-schema'
import { columnOf } from '../../src/dialect/quoted-name'

/** A column of a unique index. The columns of an index are in the index's order. */
export interface IndexColumn extends UniqueKeyColumn {
  /** Collation of the index; that of the column can differ. */
  readonly collation: string
}

export interface CandidateKeys {
  readonly type: CatalogueTable['type']
  readonly isWithoutRowid: boolean
  /** Columns of the unique indexes that are not partial. */
  readonly indexColumns: readonly IndexColumn[]
  /** First column of the primary key, if there is one. */
  readonly primaryColumn: ColumnSchema | undefined
  /** Name of the rowid, if there is one. */
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
    // SQLite does not enforce the key of a virtual table; only its module may.
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
    const alias = { ...primaryColumn.order, isNullable: false, placeholder: '?' }
    return { tieBreak: [alias], uniqueKey: [alias] }
  }
  // The table has columns with all three names of the rowid.
  if (name === undefined) return { tieBreak: orderOfAll(visible) }
  const rowid = orderKey(columnOf(name), false, '?')
  // A primary key of a rowid table may hold NULLs.
  // https://www.sqlite.org/quirks.html#primary_keys_can_sometimes_contain_nulls
  const isReliable = unique?.every(({ isNullable }) => !isNullable) === true
  const tieBreak = isReliable ? withCollations(unique, columns, table) : [...(unique ?? []), rowid]
  if (type !== 'table') return { tieBreak }
  const merged = isReliable || hasCollations ? undefined : mergedKey(columns, unique, rowid)
  return { tieBreak, uniqueKey: [rowid], ...(merged && { tieBreakAfterSort: [merged] }) }
}

/** Collations of every connection. A program can define others, but only for its own connections. */
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
 * The key with the collations of its index, for orders, joins and ranges: under the collations of the
 * columns, two rows can be equal. Two unique indexes can have the same columns, each with collations of
 * its own; either is usable.
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
      parts.every(({ column }, position) => orderOf.get(column ?? '') === unique[position]),
  )
  return unique.map((part, position) => ({
    ...part,
    sql: `${part.sql} collate ${index?.[position]?.collation ?? 'binary'}`,
  }))
}

/** Number of columns that `orderOfAll` compares by value, each as a term, if there would be over 1,000 terms. */
const MAX_VALUE_TERMS = 890

/** Columns that each further term compares together, as text. */
const COLUMNS_PER_TEXT_TERM = 100

/**
 * Byte by byte, to order texts that are equal under the column's collation. An `order by` has at most
 * as many terms as a table can have columns, and a client's sort needs some of them. So the columns
 * after the first 890 are compared as text, in an arbitrary but constant order.
 */
function orderOfAll(columns: readonly ColumnSchema[]): OrderKey[] {
  const isWide = columns.length * (1 + 1 / COLUMNS_PER_TEXT_TERM) > 1000
  const byValue = isWide ? columns.slice(0, MAX_VALUE_TERMS) : columns
  return [
    ...byValue.map(({ order }) => ({ ...order, sql: `${order.sql} collate binary` })),
    ...textTerms(byValue, kindOfNumber),
    ...textTerms(columns.slice(byValue.length), textOfValue),
  ]
}

function textTerms(columns: readonly ColumnSchema[], textOf: (sql: string) => string): OrderKey[] {
  const terms: OrderKey[] = []
  for (let first = 0; first < columns.length; first += COLUMNS_PER_TEXT_TERM) {
    const part = columns.slice(first, first + COLUMNS_PER_TEXT_TERM)
    const texts = part.map(({ order }) => textOf(order.sql))
    terms.push(orderKey(texts.join(" || ',' || "), false))
  }
  return terms
}

/**
 * Distinguishes numbers that are equal and have different JSON: an integer and a real number above 2^53, and
 * 0 and -0, whose angles are different.
 */
function kindOfNumber(sql: string): string {
  return `case typeof(${sql}) when 'real' then atan2(${sql}, -1.0) < 0 else '' end`
}

/** `quote` cuts a text at a NUL; `hex` does not. */
function textOfValue(sql: string): string {
  return `quote(${sql}) || hex(${sql})`
}

/**
 * A nullable key and the rowid as one term, because SQLite does not use the index of a sort column if
 * two more terms follow. In a column of TEXT affinity no value is a number, so none equals a rowid.
 * Numbers sort before texts, as NULLs do.
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

/** The first of the rowid's three names that no column has. */
export function rowidName(columns: readonly ColumnSchema[]): string | undefined {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()))
  return ['rowid', '_rowid_', 'oid'].find((name) => !taken.has(name))
}
