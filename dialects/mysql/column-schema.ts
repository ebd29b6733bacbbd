/** Columns of MySQL and MariaDB: how each type is selected, searched and ordered. */
import type { ColumnSchema } from '../../src/dialect/schema'
import { columnOf, quoteName } from '../../src/dialect/quoted-name'
import { encoderFor } from './json-encoders'
import { placeholderOf } from './placeholder'
import { resultTypeOf } from './result-type'
import { isTrue, type ServerNumber } from './server-number'
import type { SortedColumn } from './sort-order'
import { textMatcher } from './search'

export interface CatalogueColumn {
  readonly name: string
  /** The full type, e.g. `int unsigned`. */
  readonly type: string
  /** The type without its parameters, e.g. `int`; `checked json` for MariaDB's JSON, a longtext. */
  readonly data_type: string
  readonly is_nullable: ServerNumber
  readonly collation: string | null
  /** Whether MariaDB stores here when it wrote or deleted the row: a time, or the number of a transaction. */
  readonly is_row_period: ServerNumber | null
}

export interface ColumnContext {
  /** See `textMatcher`. */
  readonly isRegexpSlow: boolean
  readonly isView: boolean
}

export function columnSchema(
  column: CatalogueColumn & SortedColumn,
  { isRegexpSlow, isView }: ColumnContext,
): ColumnSchema {
  const { name, type, data_type, is_nullable, collation } = column
  const sql = columnOf(quoteName(name, '`'))
  const isSpatial = SPATIAL.has(data_type)
  const placeholder = placeholderOf(column)
  // The servers order only JSON scalars, and no spatial values.
  const ordered =
    data_type === 'json' ? `cast(${sql} as char)` : isSpatial ? `st_astext(${sql})` : sql
  const resultType = isSpatial ? 'text' : resultTypeOf(type, data_type)
  const select = valueOf(sql, data_type)
  return {
    name,
    type,
    select,
    ...(resultType !== undefined && {
      resultType,
      typeCheck: { name, select: `case when false then ${select} end`, resultType },
    }),
    // MariaDB's type of JSON columns is that of texts.
    ...(data_type === 'checked json' && { encoding: 'json' }),
    ...(TEXT.has(data_type) && {
      contains: textMatcher(
        // MySQL reports a collation of utf8mb4 for `char(65 using utf8mb4)`, whose character set is binary.
        { column: sql, dataType: data_type, collation: isView ? null : collation },
        isRegexpSlow,
      ),
    }),
    order: {
      sql: ordered,
      isNullable: isTrue(is_nullable),
      ...(placeholder !== undefined && { placeholder }),
    },
    toJson: encoderFor(type, data_type),
  }
}

/** SQL expression of a column's value for a select list. */
function valueOf(column: string, dataType: string): string {
  if (SPATIAL.has(dataType)) return `st_astext(${column})`
  if (dataType === 'vector') return `cast(${column} as binary)`
  return column
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
