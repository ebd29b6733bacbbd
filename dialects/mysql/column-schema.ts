/** Columns of MySQL and MariaDB: how each type is selected, searched, ordered and written as JSON. */
import {
  jsonBase64,
  jsonBoolean,
  jsonFloat,
  jsonInteger,
  jsonString,
  jsonTime,
  jsonTimestamp,
  jsonVerbatim,
} from '../../src/dialect/json-text'
import type { Cell, ColumnSchema, JsonEncoder } from '../../src/dialect/schema'
import { columnOf, quoteName } from '../../src/dialect/sql-fragment'
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
  return {
    name,
    type,
    select: `${value} as ${CELL}`,
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

const SPATIAL: ReadonlySet<string> = new Set([
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

/** BOOLEAN is only another word for `tinyint(1)`. */
function isBoolean(type: string): boolean {
  return type === 'tinyint(1)' || type === 'bit(1)'
}

function encoderFor(type: string, dataType: string): JsonEncoder {
  if (isBoolean(type)) return encodeBoolean
  if (dataType === 'bit') return bitsEncoder(Number(/\d+/.exec(type)))
  return ENCODERS.get(dataType) ?? encodeText
}

const encodeText: JsonEncoder = (cell) => jsonString(String(cell))
const encodeInteger: JsonEncoder = (cell) => jsonInteger(String(cell))
const encodeBoolean: JsonEncoder = (cell) =>
  jsonBoolean(Buffer.isBuffer(cell) ? String(cell[0]) : String(cell))
const encodeBytes: JsonEncoder = (cell) => jsonBase64(bytesOf(cell))
const encodeTimestamp =
  (zone: '' | 'Z'): JsonEncoder =>
  (cell) => {
    const text = String(cell)
    // A date with a zero in it is no date elsewhere; it stays as it is printed.
    return text.includes('-00') || text.startsWith('0000')
      ? jsonString(text)
      : jsonTimestamp(text, zone)
  }

const ENCODERS: ReadonlyMap<string, JsonEncoder> = new Map<string, JsonEncoder>([
  ...['tinyint', 'smallint', 'mediumint', 'int', 'bigint', 'year'].map(
    (name) => [name, encodeInteger] as const,
  ),
  ...['binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob'].map(
    (name) => [name, encodeBytes] as const,
  ),
  ['double', (cell) => jsonFloat(Number(cell))],
  ['float', (cell) => jsonFloat(shortestSingle(Number(cell)))],
  ['datetime', encodeTimestamp('')],
  ['timestamp', encodeTimestamp('Z')],
  ['time', (cell) => jsonTime(String(cell))],
  ['vector', (cell) => jsonString(`[${singles(bytesOf(cell)).map(shortestSingle).join()}]`)],
  ['json', (cell) => jsonVerbatim(String(cell))],
  // A check can be off when a row is written, and a body must stay JSON.
  [
    'checked json',
    (cell) => (isJson(String(cell)) ? jsonVerbatim(String(cell)) : encodeText(cell)),
  ],
])

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function bytesOf(cell: NonNullable<Cell>): Buffer {
  return Buffer.isBuffer(cell) ? cell : Buffer.from(String(cell))
}

/** A vector's numbers: four bytes each, the lowest first. */
function singles(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4))
}

/** `bit(5)` as five digits; the server sends whole bytes. */
function bitsEncoder(width: number): JsonEncoder {
  return (cell) => {
    const digits = Array.from(bytesOf(cell), (byte) => byte.toString(2).padStart(8, '0')).join('')
    return jsonString(digits.slice(-width))
  }
}

/** The shortest decimal that is the same single-precision number: 0.1, not 0.10000000149011612. */
function shortestSingle(value: number): number {
  for (let digits = 1; digits < 9; digits++) {
    const candidate = Number(value.toPrecision(digits))
    if (Math.fround(candidate) === value) return candidate
  }
  return value
}
