/** Columns of MySQL and MariaDB: how each type is selected, searched and ordered. */
import { orderKey } from '../../src/dialect/order-key'
import type { ColumnSchema } from '../../src/dialect/schema'
import { columnOf, quoteName } from '../../src/dialect/quoted-name'
import { encoderFor } from './json-encoders'
import { placeholderOf } from './placeholder'
import { INTEGER, resultTypeOf } from './result-type'
import { isTrue, type ServerNumber } from './server-number'
import type { SortedColumn } from './sort-order'
import { textMatcher } from './search'

export interface CatalogueColumn {
  readonly name: string
  /** The full type, e.g. `int unsigned`; on MariaDB, some have a comment that says how the column is stored. */
  readonly type: string
  /** The type without its parameters, e.g. `int`; `checked json` for MariaDB's JSON, a longtext. */
  readonly data_type: string
  readonly is_nullable: ServerNumber
  readonly collation: string | null
  /** Whether MariaDB stores in the column when it wrote or deleted the row, as a time or a transaction number. */
  readonly is_row_period: ServerNumber | null
}

export interface ColumnContext {
  /** See `textMatcher`. */
  readonly isRegexpSlow: boolean
  readonly isView: boolean
  readonly isMariadb: boolean
}

// MariaDB adds a comment to the types of compressed columns, and of times in the format before MariaDB 10.1, in which
// views compute times: `blob /*M!100301 COMPRESSED*/`, `datetime(3) /* mariadb-5.3 */`. The values of an ENUM can
// contain such text too, but its type ends with a parenthesis.
const STORAGE_COMMENT = / \/\*.*\*\/$/

export function columnSchema(
  column: CatalogueColumn & SortedColumn,
  context: ColumnContext,
): ColumnSchema {
  const { name, data_type, is_nullable, collation } = column
  const type = column.type.replace(STORAGE_COMMENT, '')
  const sql = columnOf(quoteName(name, '`'))
  const isSpatial = SPATIAL.has(data_type)
  const value = isSpatial ? `st_astext(${sql})` : sql
  // The servers order only JSON scalars, and no spatial values.
  const ordered = data_type === 'json' ? `cast(${sql} as char)` : value
  const isNumber = mayBeBits(column, context)
  const knownType = isSpatial ? 'text' : resultTypeOf(type, data_type, context.isMariadb)
  const resultType = isNumber ? INTEGER : knownType
  // Unlike a cast, the sum shows in its type that the column has become a text or a decimal.
  const select = isNumber ? `${sql} + 0` : value
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
        { column: sql, dataType: data_type, collation: context.isView ? null : collation },
        context.isRegexpSlow,
      ),
    }),
    order: orderKey(ordered, isTrue(is_nullable), placeholderOf(column)),
    toJson: encoderFor(type, data_type),
  }
}

/**
 * Whether the column may be an expression of BIT columns in a view. MySQL's catalogue calls it an unsigned integer, but
 * both servers send a BIT: as bytes, as decimal digits, or as bytes that were converted to another character set, which
 * depends on the expression and on the plan.
 */
function mayBeBits(
  { type, data_type }: Pick<CatalogueColumn, 'type' | 'data_type'>,
  { isView, isMariadb }: ColumnContext,
): boolean {
  if (!isView) return false
  return data_type === 'bit' || (!isMariadb && /^(?:big)?int\b.*\bunsigned\b/.test(type))
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
