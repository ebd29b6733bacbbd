/** Keys of `order by`, and its terms. */
import type { SortDirection } from '../../src/dialect/dialect'
import { columnOf, disguiseQuestionMarks, quoteName } from '../../src/dialect/quoted-name'
import type { ColumnSchema, OrderKey } from '../../src/dialect/schema'
import type { CatalogueColumn } from './column-schema'
import { printedValue } from './printed-value'

interface PostgresKey extends OrderKey {
  /** Whether text is compared byte by byte, and not by the collation of `sql`. */
  readonly isBytewise?: boolean
  /** SQL of the printed value, which for a few types is not the cast to text. */
  readonly printed?: string
  /** Number of the type. Values of another type with the same name are values of another key. */
  readonly typeOid?: string
}

/** A term in which NULL is the smallest value; by default it is the largest here. */
export function orderTerm({ isNullable, ...key }: PostgresKey, direction: SortDirection): string {
  const position = direction === 'asc' ? 'first' : 'last'
  return `${indexTerm(key, direction)}${isNullable ? ` nulls ${position}` : ''}`
}

type ComparedKey = Pick<PostgresKey, 'sql' | 'isBytewise'>

/**
 * A term in the order of an index, in which NULL is the largest value. Operators that compare text byte by
 * byte, like `collate "C"`, can be sent to the server of a foreign table; a collation cannot.
 * https://www.postgresql.org/docs/current/indexes-opclass.html
 */
function indexTerm({ sql, isBytewise = false }: ComparedKey, direction: SortDirection): string {
  if (!isBytewise) return `${sql} ${direction}`
  return `${sql} using ${direction === 'asc' ? '~<~' : '~>~'}`
}

/** @param isForeign whether rows of the table are in foreign tables */
export function orderKey(sql: string, column: CatalogueColumn, isForeign: boolean): PostgresKey {
  const { type_chain, is_nullable: isNullable, is_built_in, is_indexed } = column
  const [base] = type_chain
  const printed = printedValue(sql, base)
  if (!isOrderable(type_chain)) {
    return { sql: printed, isNullable, isIndexedWithoutNulls: false, isLocal: isForeign }
  }
  // The server of a foreign table can sort by columns of built-in types.
  // https://www.postgresql.org/docs/current/postgres-fdw.html#POSTGRES-FDW-REMOTE-QUERY-OPTIMIZATION
  const isLocal = isForeign && !is_built_in
  // The server of a foreign table need not enforce NOT NULL.
  const isNullUnchecked = isForeign && is_built_in && column.is_declared_not_null
  return {
    sql,
    isNullable,
    isIndexedWithoutNulls: !isForeign && isNullable && is_indexed,
    isLocal,
    placeholder: placeholderFor(type_chain),
    ...(base.output !== null && { printed }),
    typeOid: base.oid,
    ...(isNullUnchecked && { hasNull: nullCheck({ sql }) }),
  }
}

/** Types without an order of which different values are printed alike, such as functions of one name. */
const AMBIGUOUS: ReadonlySet<string | null> = new Set(['regproc', 'regoper', 'regcollation'])

/** Whether values that a unique index distinguishes differ by `=` and in the order of the column. */
export function isDistinct({ type_chain }: CatalogueColumn): boolean {
  return isOrderable(type_chain)
    ? type_chain[0].is_comparable
    : !type_chain.some(({ name }) => AMBIGUOUS.has(name))
}

function isOrderable(chain: CatalogueColumn['type_chain']): boolean {
  return chain.every((type) => type.is_array || type.is_orderable)
}

/**
 * Types whose equal values are printed alike. The list omits types with equal values that are printed
 * differently: numbers with a scale (1.0 and 1.00), floating-point numbers (0 and -0), intervals (1 day and
 * 24 hours), and types that can contain such values, such as jsonb.
 */
const EXACT: ReadonlySet<string | null> = new Set([
  'int2',
  'int4',
  'int8',
  'oid',
  'xid8',
  'money',
  'bool',
  'uuid',
  'pg_lsn',
  'tid',
  'date',
  'time',
  'timetz',
  'timestamp',
  'timestamptz',
  'inet',
  'cidr',
  'macaddr',
  'macaddr8',
  'text',
  'varchar',
  'bpchar',
  'char',
  'name',
  'bytea',
  'bit',
  'varbit',
  'int4range',
  'int8range',
  'daterange',
  'tsrange',
  'tstzrange',
])

/** Whether different values can be equal in the order of the column. */
export function isInexact(column: CatalogueColumn): boolean {
  return isOrderable(column.type_chain) && !isExact(column)
}

function isExact({ type, type_chain, is_nondeterministic }: CatalogueColumn): boolean {
  if (is_nondeterministic) return false
  // All values have this scale.
  if (type.startsWith('numeric(')) return true
  return type_chain.every(({ is_array, name }) => is_array || EXACT.has(name))
}

/**
 * Under the settings of a session, Postgres' own types parse their printed form exactly. The exception is money,
 * whose form depends on the server's locale.
 */
function placeholderFor(chain: CatalogueColumn['type_chain']): string | undefined {
  const [{ is_comparable, cast_name }] = chain
  if (!is_comparable || cast_name === null) return undefined
  const isExact = chain.every((type) => type.is_array || type.is_printed_exactly)
  if (!isExact || chain.some(({ name }) => name === 'money')) return undefined
  return `cast(? as ${disguiseQuestionMarks(cast_name)})`
}

/**
 * Reads the largest value, which is NULL if there is a NULL. `is null` would not do: since Postgres 17,
 * planning replaces it by `false` if the column is declared NOT NULL.
 */
function nullCheck(key: ComparedKey): NonNullable<OrderKey['hasNull']> {
  return (db, from) => {
    const largest = db
      .select(db.raw(`${key.sql} as k`))
      .from(db.raw(from))
      .orderByRaw(indexTerm(key, 'desc'))
      .limit(1, { skipBinding: true })
    return db.raw('exists ?', [db.from(largest.as('r')).whereNull('r.k')])
  }
}

/**
 * A statement can select and order by at most 1,664 expressions together: one for each column, and one
 * more for each column of text. https://www.postgresql.org/docs/current/limits.html
 */
const MAX_COLUMN_TERMS = 800

export interface OrderContext {
  /** Whether rows of the table are in foreign tables. */
  readonly isForeign: boolean
  /** Names of the columns for which `isInexact`. */
  readonly inexact: ReadonlySet<string>
}

/**
 * Keys for the order of rows without a unique key: as the columns' own, but text byte by byte, and last
 * the printed values of columns whose own order does not distinguish them.
 */
export function orderOfAll(
  columns: readonly ColumnSchema[],
  { isForeign, inexact }: OrderContext,
): OrderKey[] {
  if (columns.length > MAX_COLUMN_TERMS) return [printedRow(columns)]
  const printed = columns.filter(({ contains, name }) => !contains && inexact.has(name))
  return [
    ...columns.map(isForeign ? foreignBytewiseKey : bytewiseKey),
    ...(printed.length > 0 ? [printedRow(printed)] : []),
  ]
}

function printedRow(columns: readonly ColumnSchema[]): OrderKey {
  const row = columns.map(({ name }) => columnOf(quoteName(name, '"'))).join(', ')
  const sql = `row(${row})::text collate "C"`
  return { sql, isNullable: false, isIndexedWithoutNulls: false, isLocal: true }
}

function bytewiseKey(column: ColumnSchema): OrderKey {
  if (column.contains === undefined) return column.order
  return { ...column.order, sql: `${printedText(column)} collate "C"` }
}

function printedText({ name, order }: ColumnSchema): string {
  const { printed = `${columnOf(quoteName(name, '"'))}::text` }: PostgresKey = order
  return printed
}

function foreignBytewiseKey(column: ColumnSchema): PostgresKey {
  const { contains, order } = column
  if (contains === undefined) return order
  const { isNullable, isIndexedWithoutNulls, isLocal, hasNull } = order
  const sql = printedText(column)
  const key = { sql, isNullable, isIndexedWithoutNulls, isLocal, isBytewise: true }
  return hasNull ? { ...key, hasNull: nullCheck(key) } : key
}
