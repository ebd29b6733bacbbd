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
import type { ColumnSchema, JsonEncoder } from '../../src/dialect/schema'
import { columnOf, disguiseQuestionMarks, quoteName } from '../../src/dialect/quoted-name'
import { arrayEncoder } from './array-literal'
import { orderKey } from './order-key'
import { resultTypeOf } from './result-type'
import { textMatcher } from './search'

export interface CatalogueColumn {
  readonly name: string
  readonly type: string
  readonly is_nullable: boolean
  /** Whether neither its type nor a domain is from an extension or a user. */
  readonly is_built_in: boolean
  /** Whether it is declared NOT NULL, which the server does not enforce for foreign tables. */
  readonly is_declared_not_null: boolean
  /** Whether an index begins with the column, with NULL as the largest value. */
  readonly is_indexed: boolean
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
  /** Without the schema; `null` for a type outside `pg_catalog`. */
  readonly name: string | null
  /** SQL name of the function that returns a spatial value in WKT. */
  readonly as_text: string | null
  readonly oid: string
  /** https://www.postgresql.org/docs/current/catalog-pg-type.html: S is text, E an enum. */
  readonly category: string
  readonly is_array: boolean
  readonly delimiter: string
  /** Whether the type has a default order. */
  readonly is_orderable: boolean
  /** Whether `<`, `=` and so on are the operators of its default order. */
  readonly is_comparable: boolean
  /** Whether it parses its own printed form exactly. */
  readonly is_printed_exactly: boolean
  /** SQL name of the function that prints a value; `null` if a cast to text does. */
  readonly output: string | null
  /** Its name in a cast of a value that is compared with the column; `null` if the cast can fail. */
  readonly cast_name: string | null
}

/** @param isForeign whether rows of the table are in foreign tables */
export function columnSchema(column: CatalogueColumn, isForeign: boolean): ColumnSchema {
  const { name, type, type_chain } = column
  const [base] = type_chain
  const sql = columnOf(quoteName(name, '"'))
  const asText = base.as_text ?? BUILT_IN_AS_TEXT.get(base.name)
  const resultType = asText === undefined ? resultTypeOf(column) : undefined
  return {
    name,
    type,
    select: asText === undefined ? sql : `${disguiseQuestionMarks(asText)}(${sql})`,
    ...(resultType !== undefined && { resultType }),
    ...(hasTextType(base) && { contains: textMatcher(sql, column) }),
    order: orderKey(sql, column, isForeign),
    toJson: encoderFor(type_chain),
  }
}

/** The type "char", of one byte, has another category than text. */
function hasTextType({ category, name }: CatalogueType): boolean {
  return 'SE'.includes(category) || name === 'char'
}

/** CockroachDB has spatial types without an extension. */
const BUILT_IN_AS_TEXT: ReadonlyMap<string | null, string> = new Map([
  ['geometry', 'st_astext'],
  ['geography', 'st_astext'],
])

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

const ENCODERS: ReadonlyMap<string | null, JsonEncoder> = new Map<string, JsonEncoder>([
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
