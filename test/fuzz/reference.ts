/**
 * What the contract says that the query route answers, worked out in memory. It is written from the
 * contract alone and shares nothing with `src`, so that both can only agree by being right.
 */
import type { FixtureColumn, FixtureTable, FixtureValue } from '../../fixtures/fixture-table'
import type { DialectForTests } from '../support/dialect-for-tests'
import { expectedBody, expectedRow } from '../support/expected-json'
import type { FuzzRequest } from './fuzz-request'
import { readParameters, type Complaint, type Parameters } from './reference-parameters'
import { compareValues } from './reference-order'

export type Expected =
  | { readonly status: 200; readonly text: string }
  /** Any one of these: the contract does not say which mistake is told first. */
  | { readonly status: 400; readonly complaints: readonly Complaint[] }
  | { readonly status: 404; readonly table: string }

type Row = readonly FixtureValue[]
type Engine = Pick<DialectForTests, 'differences' | 'keylessOrder'>

export function expectedAnswer(
  request: FuzzRequest,
  table: FixtureTable,
  engine: Engine,
): Expected {
  const parameters = readParameters(request)
  if ('complaints' in parameters) return { status: 400, ...parameters }
  if (parameters.table !== table.name) return { status: 404, table: parameters.table }
  const complaints = unknownColumns(parameters, table)
  if (complaints.length > 0) return { status: 400, complaints }

  const found = [...table.rows()].filter((row) => matches(row, parameters, table))
  const sorted = found
    .map((row, place) => ({ row, place }))
    .sort(byOrder(parameters, table, engine))
  const { page, limit } = parameters
  const names = [...new Set(parameters.columns ?? table.columns.map(({ name }) => name))]
  const rows = sorted
    .slice((page - 1) * limit, page * limit)
    .map(({ row }) => expectedRow(table, row, engine.differences, names))
  return { status: 200, text: expectedBody(names, rows, { page, limit, total: found.length }) }
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

function matches(row: Row, { filter, filterColumns }: Parameters, table: FixtureTable): boolean {
  if (filter === '') return true
  const literal = new RegExp(filter.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu')
  return table.columns.some((column, index) => {
    const value = row[index]
    const isSearched = isText(column) && (filterColumns?.includes(column.name) ?? true)
    return isSearched && typeof value === 'string' && literal.test(value)
  })
}

/** The asked columns; then the key, or what the engine has instead, in the last asked direction. */
function byOrder(parameters: Parameters, table: FixtureTable, { keylessOrder }: Engine) {
  const sort = parameters.sort.filter(
    ([name], place) => place === parameters.sort.findIndex(([other]) => other === name),
  )
  const isDescending = sort.at(-1)?.[1] === 'desc'
  const keys = table.primaryKey.length > 0 ? table.primaryKey : (table.unique?.[0] ?? [])
  // A unique key's columns stand as they were declared, which is also how they were chosen here.
  const rest =
    keys.length > 0 ? keys : keylessOrder === 'values' ? table.columns.map(({ name }) => name) : []
  const terms = [
    ...sort,
    ...rest.map((name) => [name, isDescending ? 'desc' : 'asc'] as const),
  ].map(([name, direction]) => {
    const index = table.columns.findIndex((column) => column.name === name)
    return {
      index,
      kind: table.columns[index]?.type.kind ?? 'text',
      sign: direction === 'desc' ? -1 : 1,
    }
  })
  return (a: { row: Row; place: number }, b: { row: Row; place: number }): number => {
    for (const { index, kind, sign } of terms) {
      const compared = compareValues(kind, a.row[index] ?? null, b.row[index] ?? null)
      if (compared !== 0) return sign * compared
    }
    return (isDescending ? -1 : 1) * (a.place - b.place)
  }
}
