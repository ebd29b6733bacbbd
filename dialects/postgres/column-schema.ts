/** Columns of Postgres: how each type is selected, searched, ordered and written as JSON. */
import {
  isJson,
  jsonBase64,
  jsonInteger,
  jsonPrintedFloat,
  jsonString,
  jsonTime,
  jsonTimestamp,
  jsonVerbatim,
} from '../../src/dialect/json-text'
import type { ColumnSchema, JsonEncoder, OrderKey } from '../../src/dialect/schema'
import { columnOf, disguiseQuestionMarks, quoteName } from '../../src/dialect/quoted-name'
import { arrayEncoder } from './array-literal'
import { resultTypeOf } from './result-type'
import { textMatcher } from './search'

export interface CatalogueColumn {
  readonly name: string
  readonly type: string
  readonly is_nullable: boolean
  /** Whether its collation can compare different bytes as equal; pattern matching refuses it then. */
  readonly is_nondeterministic: boolean
  /** Encoding of the database, e.g. `UTF8`. */
  readonly encoding: string
  /** The base type behind all domains; of an array, followed by the chain of its element type. */
  readonly type_chain: readonly [CatalogueType, ...CatalogueType[]]
  readonly table_oid: string
  /** Number of the column in the table, which no other column ever gets. */
  readonly number: number
}

export interface CatalogueType {
  readonly name: string
  readonly oid: string
  /** https://www.postgresql.org/docs/current/catalog-pg-type.html: S is text, E an enum. */
  readonly category: string
  readonly is_array: boolean
  readonly delimiter: string
  /** Whether the type has a default order. */
  readonly is_orderable: boolean
}

export function columnSchema(column: CatalogueColumn): ColumnSchema {
  const { name, type, is_nullable, type_chain } = column
  const [base] = type_chain
  const sql = columnOf(quoteName(name, '"'))
  const isSpatial = SPATIAL.has(base.name)
  const resultType = isSpatial ? undefined : resultTypeOf(column)
  return {
    name,
    type,
    select: isSpatial ? `st_astext(${sql})` : sql,
    ...(resultType !== undefined && { resultType }),
    ...(isText(base) && { contains: textMatcher(sql, column) }),
    order: isOrderable(type_chain)
      ? { sql, isNullable: is_nullable, ...placeholderFor(type, base), resultType: base.oid }
      : { sql: `${sql}::text`, isNullable: is_nullable },
    toJson: encoderFor(type_chain),
  }
}

/**
 * Under the settings of a session, each type parses its own printed form exactly. The exception is
 * money, whose form depends on the server's locale.
 */
function placeholderFor(type: string, { name }: CatalogueType): Pick<OrderKey, 'placeholder'> {
  return name === 'money' ? {} : { placeholder: `cast(? as ${disguiseQuestionMarks(type)})` }
}

/** The type "char", of one byte, has another category than text. */
function isText({ category, name }: CatalogueType): boolean {
  return 'SE'.includes(category) || name === 'char'
}

const SPATIAL: ReadonlySet<string> = new Set(['geometry', 'geography'])

function isOrderable(chain: CatalogueColumn['type_chain']): boolean {
  return chain.every((type) => type.is_array || type.is_orderable)
}

/**
 * A statement can select and order by at most 1,664 expressions together: one for each column, and one
 * more for each column of text. https://www.postgresql.org/docs/current/limits.html
 */
const MAX_COLUMN_TERMS = 800

/** Terms for the order of rows without a unique key: as the columns' own, but text byte by byte. */
export function orderOfAll(columns: readonly ColumnSchema[]): OrderKey[] {
  if (columns.length <= MAX_COLUMN_TERMS) return columns.map(bytewiseOrder)
  const row = columns.map(({ name }) => columnOf(quoteName(name, '"'))).join(', ')
  return [{ sql: `row(${row})::text collate "C"`, isNullable: false }]
}

function bytewiseOrder({ name, contains, order }: ColumnSchema): OrderKey {
  if (contains === undefined) return order
  return { ...order, sql: `${columnOf(quoteName(name, '"'))}::text collate "C"` }
}

function encoderFor(chain: readonly CatalogueType[]): JsonEncoder {
  const [type, ...elements] = chain
  if (!type) return encodeText
  if (type.is_array)
    return checkedJson(arrayEncoder(encoderFor(elements), elements[0]?.delimiter ?? ','))
  return ENCODERS.get(type.name) ?? encodeText
}

/** Falls back to a string: an array encoder returns invalid JSON for text that is not an array. */
function checkedJson(encode: JsonEncoder): JsonEncoder {
  return (cell) => {
    const json = encode(cell)
    return isJson(json) ? json : encodeText(cell)
  }
}

const encodeText: JsonEncoder = (cell) => jsonString(String(cell))
const encodeInteger: JsonEncoder = (cell) => jsonInteger(String(cell))
const encodeFloat: JsonEncoder = (cell) => jsonPrintedFloat(String(cell))

const BOOLEANS: ReadonlyMap<unknown, string> = new Map([
  ['t', 'true'],
  ['f', 'false'],
])

const ENCODERS: ReadonlyMap<string, JsonEncoder> = new Map<string, JsonEncoder>([
  ['int2', encodeInteger],
  ['int4', encodeInteger],
  ['int8', encodeInteger],
  ['oid', encodeInteger],
  ['float4', encodeFloat],
  ['float8', encodeFloat],
  ['bool', (cell) => BOOLEANS.get(cell) ?? encodeText(cell)],
  ['timestamp', (cell) => encodeTimestamp(String(cell), '')],
  ['timestamptz', (cell) => encodeTimestamp(String(cell), 'Z')],
  ['time', (cell) => jsonTime(String(cell))],
  ['json', (cell) => jsonVerbatim(String(cell))],
  ['jsonb', (cell) => jsonVerbatim(String(cell))],
  ['bytea', (cell) => jsonBase64(Buffer.from(String(cell).slice('\\x'.length), 'hex'))],
  // The padding of character(n) is not part of the value, and other engines do not return it.
  ['bpchar', (cell) => jsonString(withoutPadding(String(cell)))],
])

/** Only spaces are padding. A regular expression would take quadratic time for a long run of spaces. */
function withoutPadding(text: string): string {
  let end = text.length
  while (end > 0 && text.charAt(end - 1) === ' ') end--
  return text.slice(0, end)
}

/** Years BC and infinities have no ISO form; they stay as the server prints them. */
function encodeTimestamp(text: string, zone: '' | 'Z'): string {
  const isIso = /^\d{4,}-\d\d-\d\d [\d:.]+(\+00)?$/.test(text)
  return isIso ? jsonTimestamp(text.replace(/\+00$/, ''), zone) : jsonString(text)
}
