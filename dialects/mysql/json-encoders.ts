/** Cells of MySQL and MariaDB as JSON, by the type of their column. */
import {
  jsonBase64,
  jsonBoolean,
  jsonFloat,
  jsonInteger,
  jsonPrintedFloat,
  jsonString,
  jsonTime,
  jsonTimestamp,
  jsonVerbatim,
  trimFraction,
} from '../../src/dialect/json-text'
import type { Cell, JsonEncoder } from '../../src/dialect/schema'
import { BOOLEAN } from './result-type'
import { shortestSingle } from './shortest-single'

/** BOOLEAN is an alias of `tinyint(1)`. */
function isBoolean(type: string): boolean {
  return type === BOOLEAN || type === 'bit(1)'
}

/** @param type the full type, e.g. `bit(5)`; `dataType` has no parameters, e.g. `bit` */
export function encoderFor(type: string, dataType: string): JsonEncoder {
  if (isBoolean(type)) return encodeBoolean
  if (dataType === 'bit') return bitsEncoder(Number(/\d+/.exec(type)?.[0]))
  return ENCODERS.get(dataType) ?? encodeText
}

const encodeText: JsonEncoder = (cell) => jsonString(String(cell))
const encodeInteger: JsonEncoder = (cell) => jsonInteger(String(cell))
const encodeBoolean: JsonEncoder = (cell) =>
  jsonBoolean(Buffer.isBuffer(cell) ? String(cell[0]) : String(cell))
const encodeJson: JsonEncoder = (cell) => jsonVerbatim(String(cell))
/** The driver returns a number, unless the column's type has changed since the catalogue was read. */
const encodeFloat =
  (shortest: (value: number) => number): JsonEncoder =>
  (cell) =>
    typeof cell === 'number' ? jsonFloat(shortest(cell)) : jsonPrintedFloat(String(cell))
const encodeBytes: JsonEncoder = (cell) => jsonBase64(bytesOf(cell))
const encodeTimestamp =
  (zone: '' | 'Z'): JsonEncoder =>
  (cell) => {
    const text = String(cell)
    // A date whose year, month or day is zero has no ISO form.
    return text.includes('-00') || text.startsWith('0000')
      ? jsonString(trimFraction(text))
      : jsonTimestamp(text, zone)
  }

const ENCODERS: ReadonlyMap<string, JsonEncoder> = new Map<string, JsonEncoder>([
  ...['tinyint', 'smallint', 'mediumint', 'int', 'bigint', 'year'].map(
    (name) => [name, encodeInteger] as const,
  ),
  ...['binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob'].map(
    (name) => [name, encodeBytes] as const,
  ),
  ['double', encodeFloat((value) => value)],
  ['float', encodeFloat(shortestSingle)],
  ['datetime', encodeTimestamp('')],
  ['timestamp', encodeTimestamp('Z')],
  ['time', (cell) => jsonTime(String(cell))],
  ['vector', (cell) => jsonString(`[${floatsOf(bytesOf(cell)).map(shortestSingle).join()}]`)],
  ['json', encodeJson],
  // Its check can be disabled when a row is written; a cell that is not JSON becomes a string.
  ['checked json', encodeJson],
])

function bytesOf(cell: NonNullable<Cell>): Buffer {
  return Buffer.isBuffer(cell) ? cell : Buffer.from(String(cell))
}

/** A vector consists of little-endian 32-bit floats. */
function floatsOf(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4))
}

/** Writes `bit(5)` as five digits. The server sends the whole bytes of a table's bits, and the number of a view's. */
function bitsEncoder(width: number): JsonEncoder {
  return (cell) => {
    if (Buffer.isBuffer(cell)) return jsonString(binaryDigits(cell).slice(-width))
    const text = String(cell)
    return jsonString(/^\d+$/.test(text) ? BigInt(text).toString(2).padStart(width, '0') : text)
  }
}

function binaryDigits(bytes: Buffer): string {
  return Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
}
