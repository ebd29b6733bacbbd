/** Checks responses for an odd table. Its rows are known; the order of rows with equal keys is not. */
import type { FixtureColumn, FixtureTable, FixtureValue } from '../../fixtures/fixture-table'
import { expectedRow } from '../support/expected-json'
import type { FuzzResponse } from './fuzz-app'
import type { OddRequest } from './odd-case'
import type { Row } from './random-table'
import { compareValues } from './reference-order'

/** The visible content of a table at one time. */
export interface OddState {
  readonly columns: readonly FixtureColumn[]
  readonly rows: readonly Row[]
  readonly isCaseless: boolean
}

export function pathOfOdd(
  { sort, filter, columns }: OddRequest,
  page: number,
  limit: number,
): string {
  const parameters = [
    'table=odd',
    ...(sort.length > 0 ? [`sort=${sort.map((term) => term.join(':')).join(',')}`] : []),
    ...(filter === '' ? [] : [`filter=${filter}`]),
    `columns=${columns.join(',')}`,
    `page=${page}`,
    `limit=${limit}`,
  ]
  return `query?${parameters.join('&')}`
}

interface Body {
  readonly data: Readonly<Record<string, FixtureValue>>[]
  readonly pagination: { readonly total: number }
}

/**
 * Checks a page of all rows.
 * @param totalsOf states whose total is valid; default: the given state
 * @returns the fault, `undefined` if there is none
 */
export function faultInRows(
  { status, text, flaw }: FuzzResponse,
  request: OddRequest,
  state: OddState,
  totalsOf: readonly OddState[] = [state],
): string | undefined {
  if (flaw !== undefined) return flaw
  if (status !== 200) return `status ${status}`
  const { data, pagination } = JSON.parse(text) as Body
  const expected = foundRows(request, state)
  const texts = expected.map((row) => textOf(row, request, state))
  const totals = totalsOf.map((each) => foundRows(request, each).length)
  if (!totals.includes(pagination.total)) return `total must be ${totals.join(' or ')}`
  const received = data.map((row) => JSON.stringify(row))
  if (JSON.stringify(received.sort()) === JSON.stringify(texts.sort())) return undefined
  return `the rows must be, in any order, ${texts.join(' ')}`
}

/** Checks the order of the rows by those sort columns that the response contains, NULL first. */
export function faultInOrder(
  { text }: FuzzResponse,
  { sort, columns }: OddRequest,
  state: OddState,
): string | undefined {
  const { data } = JSON.parse(text) as Body
  const firstHidden = sort.findIndex(([name]) => !columns.includes(name))
  const visible = firstHidden < 0 ? sort : sort.slice(0, firstHidden)
  const compare = (a: Body['data'][number], b: Body['data'][number]): number => {
    for (const [name, direction] of visible) {
      const kind = state.columns.find((column) => column.name === name)?.type.kind ?? 'text'
      const [one, other] = [a, b].map((row) => folded(row[name] ?? null, state.isCaseless))
      const compared = compareValues(kind, one ?? null, other ?? null)
      if (compared !== 0) return direction === 'asc' ? compared : -compared
    }
    return 0
  }
  const wrong = data.findIndex((row, index) => {
    const { [index - 1]: before } = data
    return before !== undefined && compare(before, row) > 0
  })
  return wrong < 0 ? undefined : `row ${wrong + 1} is out of order`
}

/** Checks that the pages of a walk equal the slices of one long page. */
export function faultInWalk(
  pages: readonly FuzzResponse[],
  all: FuzzResponse,
  total: number,
): string | undefined {
  const flaw = pages.find((page) => page.flaw !== undefined || page.status !== 200)
  if (flaw) return flaw.flaw ?? `status ${flaw.status}`
  const whole = JSON.parse(all.text) as Body
  const walked = pages.map(({ text }) => JSON.parse(text) as Body)
  const rows = walked.flatMap(({ data }) => data.map((row) => JSON.stringify(row)))
  const expected = whole.data.map((row) => JSON.stringify(row))
  if (JSON.stringify(rows) !== JSON.stringify(expected)) {
    return `the pages have ${rows.join(' ')}, one page has ${expected.join(' ')}`
  }
  const other = walked.find(({ pagination }) => pagination.total !== total)
  return other && `total ${other.pagination.total} must be ${total}`
}

export function foundRows({ filter }: OddRequest, { columns, rows }: OddState): readonly Row[] {
  if (filter === '') return rows
  const texts = columns.flatMap(({ type }, index) => (type.kind === 'varchar' ? [index] : []))
  return rows.filter((row) =>
    texts.some((index) =>
      String(row[index] ?? '')
        .toLowerCase()
        .includes(filter),
    ),
  )
}

function textOf(row: Row, request: OddRequest, { columns }: OddState): string {
  const table: FixtureTable = { name: 'odd', columns, primaryKey: [], rows: () => [] }
  const stored = row.map((value, index) => {
    const isText = columns[index]?.type.kind === 'varchar'
    return isText && typeof value === 'number' ? String(value) : value
  })
  return expectedRow(table, stored, {}, request.columns)
}

function folded(value: FixtureValue, isCaseless: boolean): FixtureValue {
  return isCaseless && typeof value === 'string' ? value.toLowerCase() : value
}
