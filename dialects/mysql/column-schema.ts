/** Columns of MySQL and MariaDB: how each type is selected, searched and ordered. */
import type { ColumnSchema } from '../../src/dialect/schema'
import { columnOf, quoteName } from '../../src/dialect/quoted-name'
import { encoderFor } from './json-encoders'
import { placeholderOf } from './placeholder'
import { resultTypeOf } from './result-type'
import type { SortedColumn } from './row-key'
import { textMatcher } from './search'

export interface CatalogueColumn {
  readonly name: string
  /** The full type, e.g. `int unsigned`. */
  readonly type: string
  /** The type without its parameters, e.g. `int`; `checked json` for MariaDB's JSON, a longtext. */
  readonly data_type: string
  readonly is_nullable: number | string
  readonly collation: string | null
}

/** @param isRegexpSlow see `textMatcher` */
export function columnSchema(
  column: CatalogueColumn & SortedColumn,
  isRegexpSlow: boolean,
): ColumnSchema {
  const { name, type, data_type, is_nullable, collation } = column
  const sql = columnOf(quoteName(name, '`'))
  const isSpatial = SPATIAL.has(data_type)
  const value = isSpatial
    ? `st_astext(${sql})`
    : data_type === 'vector'
      ? `cast(${sql} as binary)`
      : sql
  const placeholder = placeholderOf(column)
  // The servers order only JSON scalars, and no spatial values.
  const ordered =
    data_type === 'json' ? `cast(${sql} as char)` : isSpatial ? `st_astext(${sql})` : sql
  const resultType = isSpatial ? 'text' : resultTypeOf(type, data_type)
  return {
    name,
    type,
    select: inResult(value),
    ...(resultType !== undefined && { resultType }),
    // MariaDB's type of JSON columns is that of texts.
    ...(data_type === 'checked json' && { encoding: 'json' }),
    ...(TEXT.has(data_type) && {
      contains: textMatcher({ column: sql, dataType: data_type, collation }, isRegexpSlow),
    }),
    order: {
      sql: ordered,
      select: inResult(ordered),
      isNullable: Number(is_nullable) === 1,
      ...(placeholder !== undefined && { placeholder }),
    },
    toJson: encoderFor(type, data_type),
  }
}

/**
 * Alias of every column of a result, because the driver refuses a column called `__proto__`. In
 * `order by`, MySQL confuses an alias with a column of the same name of a view, even if the column is
 * qualified by the table's alias. So this alias is longer than the name of any column.
 */
const RESULT_ALIAS = 'c'.repeat(65)

function inResult(expression: string): string {
  return `${expression} as ${RESULT_ALIAS}`
}

export const SPATIAL: ReadonlySet<string> = new Set([
  'geometry',
  'point',
  'linestring',
  'polygon',
  'multipoint',
  'multilinestring',
  'multipolygon',
  'geomcollection',
  'geometrycollection',
])

const TEXT: ReadonlySet<string> = new Set([
  'char',
  'varchar',
  'tinytext',
  'text',
  'mediumtext',
  'longtext',
  'enum',
  'set',
])

/** Term for the order of rows without a unique key: as the column's own, but text byte by byte. */
export function bytewiseOrder(column: ColumnSchema): ColumnSchema['order'] {
  if (column.contains === undefined) return column.order
  const sql = `cast(convert(${column.order.sql} using utf8mb4) as binary)`
  return { ...column.order, sql, select: inResult(sql) }
}
