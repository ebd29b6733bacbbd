/** Columns of MySQL and MariaDB: how each type is selected, searched and ordered. */
import type { ColumnSchema } from '../../src/dialect/schema'
import { columnOf, quoteName } from '../../src/dialect/quoted-name'
import { encoderFor } from './json-encoders'
import { resultTypeOf } from './result-type'
import { textMatcher } from './search'

export interface CatalogueColumn {
  readonly name: string
  /** The full type, e.g. `int unsigned`. */
  readonly type: string
  /** The type's name alone, e.g. `int`; `checked json` for a longtext that MariaDB calls JSON. */
  readonly data_type: string
  readonly is_nullable: number | string
}

export function columnSchema({
  name,
  type,
  data_type,
  is_nullable,
}: CatalogueColumn): ColumnSchema {
  const sql = columnOf(quoteName(name, '`'))
  const isSpatial = SPATIAL.has(data_type)
  const value = isSpatial
    ? `st_astext(${sql})`
    : data_type === 'vector'
      ? `cast(${sql} as binary)`
      : sql
  const resultType = isSpatial ? 'text' : resultTypeOf(type, data_type)
  return {
    name,
    type,
    select: `${value} as ${CELL}`,
    ...(resultType !== undefined && { resultType }),
    ...(TEXT.has(data_type) && { contains: textMatcher(sql, data_type) }),
    order: {
      // JSON has no order but for its scalars; a shape has none at all.
      sql: data_type === 'json' ? `cast(${sql} as char)` : isSpatial ? `st_astext(${sql})` : sql,
      isNullable: Number(is_nullable) === 1,
    },
    toJson: encoderFor(type, data_type),
  }
}

/**
 * The name of every column of a result: the driver refuses one called `__proto__`. MySQL takes it for
 * a column of a view in `order by`, even behind an alias of the table, so it is longer than any name.
 */
const CELL = 'c'.repeat(65)

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

/** For the order of rows that nothing else tells apart: as the column, but text byte by byte. */
export function bytewiseOrder(column: ColumnSchema): ColumnSchema['order'] {
  if (column.contains === undefined) return column.order
  return { ...column.order, sql: `cast(convert(${column.order.sql} using utf8mb4) as binary)` }
}
