/** Columns of SQLite: each cell has a type of its own, and a column declares only a preferred one. */
import {
  jsonBase64,
  jsonBoolean,
  jsonFloat,
  jsonInteger,
  jsonString,
} from '../../src/dialect/json-text'
import { orderKey } from '../../src/dialect/order-key'
import type { ColumnSchema, JsonEncoder } from '../../src/dialect/schema'
import { columnOf, quoteName } from '../../src/dialect/quoted-name'
import { textMatcher } from './search'

export interface CatalogueTable {
  readonly name: string
  /** Shadow tables belong to virtual ones. https://www.sqlite.org/pragma.html#pragma_table_list */
  readonly type: 'table' | 'view' | 'virtual' | 'shadow'
  /** 1 for a table WITHOUT ROWID. */
  readonly wr: number
}

export interface CatalogueColumn {
  readonly name: string
  /** The declared type; empty if there is none. */
  readonly type: string
  readonly notnull: number
  /** Position in the primary key, from 1; 0 for none. */
  readonly pk: number
}

export interface ColumnContext {
  readonly tableType: CatalogueTable['type']
  /** Whether the table is a view of which SQLite may report no types. */
  readonly isUntyped: boolean
  /** Whether the file stores texts as UTF-8. */
  readonly isUtf8: boolean
}

export function columnSchema(
  column: CatalogueColumn,
  { tableType, isUntyped, isUtf8 }: ColumnContext,
): ColumnSchema {
  const { name, type, notnull } = column
  const sql = columnOf(quoteName(name, '"'))
  return {
    name,
    type,
    select: sql,
    // SQLite joins a lone surrogate of UTF-16 with the unit after it when it returns a text.
    order: orderKey(sql, notnull === 0, isUtf8 ? '?' : undefined),
    ...(hasTextType(type, { tableType, isUntyped }) && { contains: textMatcher(sql) }),
    toJson: /^bool(ean)?$/i.test(type) ? encodeBoolean : encodeCell,
  }
}

/**
 * TEXT affinity by https://www.sqlite.org/datatype3.html#determination_of_column_affinity. Computed columns of
 * views and virtual tables may have no declared type, so there such a column counts as text. For an untyped
 * view, SQLite reports the type BLOB for columns of any type.
 */
function hasTextType(
  type: string,
  { tableType, isUntyped }: Pick<ColumnContext, 'tableType' | 'isUntyped'>,
): boolean {
  if (type === '') return tableType !== 'table'
  if (isUntyped && type === 'BLOB') return true
  return /char|clob|text/i.test(type) && !/int/i.test(type)
}

const encodeCell: JsonEncoder = (cell) => {
  switch (typeof cell) {
    case 'bigint':
      return jsonInteger(String(cell))
    case 'number':
      return jsonFloat(cell)
    case 'string':
      return jsonString(cell)
    default:
      return jsonBase64(cell)
  }
}

const encodeBoolean: JsonEncoder = (cell) =>
  typeof cell === 'bigint' ? jsonBoolean(String(cell)) : encodeCell(cell)
