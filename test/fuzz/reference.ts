/**
 * Computes the expected response of the query route in memory. It was written from the contract and
 * shares no code with `src`, so a fault in `src` cannot be repeated here.
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
import { keyOf, rowKeyOf, type FuzzTable, type Row } from './random-table'
import { readParameters, type Complaint, type Parameters } from './reference-parameters'
import { compareValues } from './reference-order'

export type Expected =
  | {
      readonly status: 200
      readonly text: string
      /** All matching rows, if the key of an old description does not determine their order. */
      readonly ofRows?: readonly string[]
    }
  /** Any of these is valid: the contract does not define which error is reported first. */
  | { readonly status: 400; readonly complaints: readonly Complaint[] }
  | { readonly status: 404; readonly table: string }

export type Engine = Pick<DialectForTests, 'differences' | 'keylessOrder'>

export function expectedResponse(request: FuzzRequest, table: FuzzTable, engine: Engine): Expected {
  const [only] = expectedResponses(request, table, table, engine)
  if (!only) throw new Error('the table lacks a column of its own description')
  return only
}

/**
 * The valid responses by a description that may be older than the table: none if the statement of the
 * old description would fail; several if the contract allows several readings.
 */
export function expectedResponses(
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
  // A search may match the digits of a number in a column that is described as text, or not.
  const readings = description === table ? [false] : [false, true]
  return asDescribed(description, table, engine.differences)
    .flatMap((described) =>
      readings.map((matchesNumbers) => responseOf(parameters, described, engine, matchesNumbers)),
    )
    .filter((response) => response !== undefined)
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

/** `undefined` if the table lacks a column that the statement uses, or a value does not fit the described type. */
function responseOf(
  parameters: Parameters,
  table: DescribedTable,
  engine: Engine,
  matchesNumbers: boolean,
): Expected | undefined {
  const { page, limit, filter, filterColumns } = parameters
  const names = [...new Set(parameters.columns ?? table.columns.map(({ name }) => name))]
  const searched = filterColumns ?? table.columns.filter(isText).map(({ name }) => name)
  const terms = orderTerms(parameters, table, engine)
  const isStored = (name: string): boolean => table.isStored(name)
  if (filter !== '' && !searched.every(isStored)) return undefined
  const found = table
    .rows()
    .filter((row) => filter === '' || matches(row, filter, searched, table, matchesNumbers))
  // On a page without rows, a dropped sort column causes no error.
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

/** Whether no two rows have equal values in the columns; true for an empty list. */
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
  matchesNumbers: boolean,
): boolean {
  const literal = new RegExp(filter.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu')
  return searched.some((name) => {
    const value = table.cell(name, row)
    const isSearchable = typeof value === 'string' || matchesNumbers
    return value !== null && isSearchable && literal.test(String(value))
  })
}

interface OrderTerm {
  readonly name: string
  readonly sign: 1 | -1
  /** The kind by which values are compared. */
  readonly kind: FixtureType['kind']
}

function isDescending({ sort }: Parameters): boolean {
  const firstTerms = sort.filter(([name], at) => at === sort.findIndex(([other]) => other === name))
  return firstTerms.at(-1)?.[1] === 'desc'
}

/** The requested columns, then the key or its replacement, in the direction of the last request term. */
function orderTerms(
  parameters: Parameters,
  table: DescribedTable,
  { keylessOrder }: Engine,
): OrderTerm[] {
  const requested = parameters.sort.map(([name, direction]) => ({
    name,
    sign: direction === 'desc' ? (-1 as const) : (1 as const),
    kind: table.storedKind(name),
  }))
  const sign = isDescending(parameters) ? (-1 as const) : (1 as const)
  // The columns of a unique key, in the order of their declaration.
  const key = rowKeyOf(table)
  if (key.length > 0) {
    return [...requested, ...key.map((name) => ({ name, sign, kind: table.storedKind(name) }))]
  }
  if (keylessOrder === 'insertion') return requested
  // A column that is described as text is compared by bytes, even if it has another type now.
  const all = table.columns.map((column) => {
    const kind = isText(column) ? 'text' : table.storedKind(column.name)
    return { name: column.name, sign, kind } as const
  })
  return [...requested, ...all]
}

function byOrder(terms: readonly OrderTerm[], isLastDescending: boolean, table: DescribedTable) {
  // Only the first term of a column has an effect.
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

/** A number in a column that is described as text is compared by its digits. */
function comparable(value: FixtureValue, kind: FixtureType['kind']): FixtureValue {
  const isNumber = typeof value === 'number' || typeof value === 'bigint'
  return isNumber && kind === 'text' ? String(value) : value
}
