/**
 * What the contract says that the query route answers, worked out in memory. It is written from the
 * contract alone and shares nothing with `src`, so that both can only agree by being right.
 */
import type {
  FixtureColumn,
  FixtureTable,
  FixtureType,
  FixtureValue,
} from '../../fixtures/fixture-table'
import type { DialectForTests } from '../support/dialect-for-tests'
import { expectedBody } from '../support/expected-json'
import type { FuzzRequest } from './fuzz-request'
import { asDescribed, type DescribedTable } from './described-table'
import { keyOf, type FuzzTable, type Row } from './random-table'
import { readParameters, type Complaint, type Parameters } from './reference-parameters'
import { compareValues } from './reference-order'

export type Expected =
  | {
      readonly status: 200
      readonly text: string
      /** All rows that match, where an old description's key leaves the order of equals open. */
      readonly ofRows?: readonly string[]
    }
  /** Any one of these: the contract does not say which mistake is told first. */
  | { readonly status: 400; readonly complaints: readonly Complaint[] }
  | { readonly status: 404; readonly table: string }

export type Engine = Pick<DialectForTests, 'differences' | 'keylessOrder'>

export function expectedAnswer(request: FuzzRequest, table: FuzzTable, engine: Engine): Expected {
  const [only] = expectedAnswers(request, table, table, engine)
  if (!only) throw new Error('a table has columns that it has not')
  return only
}

/**
 * Answers by a table's description, which may be older than the table. None where the old description
 * has no answer; several where the contract leaves it open how it is read.
 */
export function expectedAnswers(
  request: FuzzRequest,
  description: FuzzTable,
  table: FuzzTable,
  engine: Engine,
): Expected[] {
  const parameters = readParameters(request)
  if ('complaints' in parameters) return [{ status: 400, ...parameters }]
  if (parameters.table !== table.name) return [{ status: 404, table: parameters.table }]
  const complaints = unknownColumns(parameters, description)
  if (complaints.length > 0) return [{ status: 400, complaints }]
  // A number in a column that is described as text may count as a text or not.
  const readings = description === table ? [false] : [false, true]
  return asDescribed(description, table, engine.differences)
    .flatMap((described) =>
      readings.map((areNumbersTexts) => answerOf(parameters, described, engine, areNumbersTexts)),
    )
    .filter((answer) => answer !== undefined)
}

const isText = ({ type }: FixtureColumn): boolean => ['text', 'varchar', 'enum'].includes(type.kind)

function unknownColumns(
  { columns = [], filterColumns = [], sort }: Parameters,
  table: FixtureTable,
): Complaint[] {
  const named = (
    parameter: string,
    value: string,
    isFine: (column: FixtureColumn) => boolean,
  ): Complaint[] => {
    const column = table.columns.find(({ name }) => name === value)
    return column && isFine(column) ? [] : [{ parameter, value }]
  }
  return [
    ...columns.flatMap((name) => named('columns', name, () => true)),
    ...filterColumns.flatMap((name) => named('filterColumns', name, isText)),
    ...sort.flatMap(([name]) => named('sort', name, () => true)),
  ]
}

/** `undefined` where the table lacks a column that its description would use, or a value in its type. */
function answerOf(
  parameters: Parameters,
  table: DescribedTable,
  engine: Engine,
  areNumbersTexts: boolean,
): Expected | undefined {
  const { page, limit, filter, filterColumns } = parameters
  const names = [...new Set(parameters.columns ?? table.columns.map(({ name }) => name))]
  const searched = filterColumns ?? table.columns.filter(isText).map(({ name }) => name)
  const terms = orderTerms(parameters, table, engine)
  const isStored = (name: string): boolean => table.isStored(name)
  if (filter !== '' && !searched.every(isStored)) return undefined
  const found = table
    .rows()
    .filter((row) => filter === '' || matches(row, filter, searched, table, areNumbersTexts))
  // On a page without rows, nothing tells that a column is gone.
  const hasRows = found.length > (page - 1) * limit
  if (hasRows && !terms.every(({ name }) => isStored(name))) return undefined
  const sorted = found
    .map((row, place) => ({ row, place }))
    .sort(byOrder(terms, isDescending(parameters), table))
  const rows = sorted
    .slice((page - 1) * limit, page * limit)
    .map(({ row }) => rowText(row, names, table))
  if (rows.includes(undefined)) return undefined
  const texts = rows.map(String)
  const text = expectedBody(names, texts, { page, limit, total: found.length })
  if (isKey(keyOf(table), table)) return { status: 200, text }
  return { status: 200, text, ofRows: found.map((row) => String(rowText(row, names, table))) }
}

/** Whether the columns tell all rows apart; there may be none. */
function isKey(key: readonly string[], table: DescribedTable): boolean {
  const values = table
    .rows()
    .map((row) => JSON.stringify(key.map((name) => String(table.cell(name, row)))))
  return key.length === 0 || new Set(values).size === values.length
}

function rowText(row: Row, names: readonly string[], table: DescribedTable): string | undefined {
  const fields = names.map((name) => {
    const json = table.json(name, row)
    return json === undefined ? undefined : `${JSON.stringify(name)}:${json}`
  })
  return fields.includes(undefined) ? undefined : `{${fields.join(',')}}`
}

function matches(
  row: Row,
  filter: string,
  searched: readonly string[],
  table: DescribedTable,
  areNumbersTexts: boolean,
): boolean {
  const literal = new RegExp(filter.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu')
  return searched.some((name) => {
    const value = table.cell(name, row)
    const isSearchable = typeof value === 'string' || areNumbersTexts
    return value !== null && isSearchable && literal.test(String(value))
  })
}

interface OrderTerm {
  readonly name: string
  readonly sign: 1 | -1
  /** What the values are compared as. */
  readonly kind: FixtureType['kind']
}

function isDescending({ sort }: Parameters): boolean {
  const mentioned = sort.filter(([name], at) => at === sort.findIndex(([other]) => other === name))
  return mentioned.at(-1)?.[1] === 'desc'
}

/** The asked columns; then the key, or what the engine has instead, in the last asked direction. */
function orderTerms(
  parameters: Parameters,
  table: DescribedTable,
  { keylessOrder }: Engine,
): OrderTerm[] {
  const asked = parameters.sort.map(([name, direction]) => ({
    name,
    sign: direction === 'desc' ? (-1 as const) : (1 as const),
    kind: table.storedKind(name),
  }))
  const sign = isDescending(parameters) ? (-1 as const) : (1 as const)
  // A unique key's columns stand as they were declared, which is also how they were chosen here.
  const key = keyOf(table)
  const isNotNull = key.every((each) =>
    table.columns.some(({ name, isNullable = false }) => name === each && !isNullable),
  )
  if (key.length > 0 && isNotNull) {
    return [...asked, ...key.map((name) => ({ name, sign, kind: table.storedKind(name) }))]
  }
  if (keylessOrder === 'insertion') return asked
  // Byte by byte, if it is described as text, whatever it is.
  const all = table.columns.map((column) => {
    const kind = isText(column) ? 'text' : table.storedKind(column.name)
    return { name: column.name, sign, kind } as const
  })
  return [...asked, ...all]
}

function byOrder(terms: readonly OrderTerm[], isLastDescending: boolean, table: DescribedTable) {
  // The first mention wins; what a column is compared as behind it changes nothing.
  return (a: { row: Row; place: number }, b: { row: Row; place: number }): number => {
    for (const { name, kind, sign } of terms) {
      const one = comparable(table.cell(name, a.row), kind)
      const other = comparable(table.cell(name, b.row), kind)
      const isOneNull = (one === null) !== (other === null)
      const direction = isOneNull && !table.areNullsFirst(name) ? -sign : sign
      const compared = direction * compareValues(kind, one, other)
      if (compared !== 0) return compared
    }
    return (isLastDescending ? -1 : 1) * (a.place - b.place)
  }
}

/** A number that is described as text is ordered as one where the bytes decide. */
function comparable(value: FixtureValue, kind: FixtureType['kind']): FixtureValue {
  const isNumber = typeof value === 'number' || typeof value === 'bigint'
  return isNumber && kind === 'text' ? String(value) : value
}
