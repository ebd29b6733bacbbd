/** Encodes fixture values as JSON, written from the contract; shares no code with `src`. */
import type { FixtureTable, FixtureType, FixtureValue } from '../../fixtures/fixture-table'

/** Kinds of values that one engine encodes differently from the others. */
export type Differences = Partial<Record<FixtureType['kind'], Difference>>

export interface Difference {
  readonly reason: string
  /** The JSON text of this engine. */
  readonly json: (value: NonNullable<FixtureValue>) => string
}

/** The names of types in the metadata, which differ between engines. */
export type TypeNames = (engine: string) => Record<'integer' | 'text' | 'varchar', string>

export function expectedJson(
  { kind }: FixtureType,
  value: FixtureValue,
  differences: Differences = {},
): string {
  if (value === null) return 'null'
  const different = differences[kind]
  if (different) return different.json(value)
  if (Buffer.isBuffer(value)) return `"${value.toString('base64')}"`
  if (typeof value === 'bigint') {
    const isSafe = value <= 9007199254740991n && value >= -9007199254740991n
    return isSafe ? `${value}` : `"${value}"`
  }
  if (kind === 'json') return String(value).replace(/(?<=[:,]) (?=["[{\d])/g, '')
  return JSON.stringify(value)
}

/** A row as the API encodes it, with the given columns in their order; default: all. */
export function expectedRow(
  table: FixtureTable,
  row: readonly FixtureValue[],
  differences: Differences,
  columns: readonly string[] = table.columns.map(({ name }) => name),
): string {
  const fields = columns.map((name) => {
    const index = table.columns.findIndex((column) => column.name === name)
    const column = table.columns[index]
    if (!column) throw new Error(`the fixture has no column ${name}`)
    return `${JSON.stringify(name)}:${expectedJson(column.type, row[index] ?? null, differences)}`
  })
  return `{${fields.join(',')}}`
}

export interface ExpectedPage {
  readonly page?: number
  readonly limit?: number
  /** Default: the number of the given rows. */
  readonly total?: number
}

/** The body of a response of the query route, from the texts of its rows. */
export function expectedBody(
  columns: readonly string[],
  rows: readonly string[],
  { page = 1, limit = 10, total = rows.length }: ExpectedPage = {},
): string {
  const pagination = { page, limit, total, totalPages: Math.ceil(total / limit) }
  return `{"data":[${rows.join(',')}],"columns":${JSON.stringify(columns)},"pagination":${JSON.stringify(pagination)}}`
}
