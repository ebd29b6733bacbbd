/** Makes requests for a table from plans: most are valid, some have one fault. */
import type { FixtureColumn, FixtureTable } from '../../fixtures/fixture-table'
import type { FuzzTable } from './random-table'
import type { PlannedColumn, RequestPlan } from './request-plan'

/** Parameters before percent-encoding. */
export type FuzzRequest = readonly (readonly [name: string, value: string])[]

export function requestFor(plan: RequestPlan, table: FuzzTable): FuzzRequest {
  const item = ({ index, isQuoted, isUnknown, blanks }: PlannedColumn, suffix = ''): string => {
    const name = isUnknown ? '~nowhere~' : (table.columns[index % table.columns.length]?.name ?? '')
    const needsQuotes = /[,":]|^\s|\s$/.test(name)
    const quoted = isQuoted || needsQuotes ? `"${name.replaceAll('"', '""')}"` : name
    return `${blanks}${quoted}${suffix}${blanks}`
  }
  const list = (planned: readonly PlannedColumn[]): string =>
    planned.map((each) => item(each)).join(',')
  const sorted = plan.sort && sortable(plan.sort, table)
  const searched = plan.filterColumns && searchable(plan.filterColumns, table)
  const parameters: [string, string | undefined][] = [
    [
      'table',
      { valid: table.name, unknown: `${table.name}~`, empty: '', none: undefined }[plan.table],
    ],
    ['page', plan.page],
    ['limit', plan.limit],
    ['filter', plan.filter && needle(plan.filter, table)],
    ['filterColumns', searched && list(searched)],
    [
      'sort',
      sorted
        ?.map(([planned, direction]) => item(planned, direction === '' ? '' : `:${direction}`))
        .join(','),
    ],
    ['columns', plan.columns && list(plan.columns)],
  ]
  const sent = parameters.flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
  switch (plan.fault) {
    case 'twice':
      return [...sent, ...sent.slice(-1)]
    case 'comma':
      return sent.map(([name, value]) => [
        name,
        name === 'columns' || name === 'sort' ? `${value},` : value,
      ])
    case 'unquoted':
      return sent.map(([name, value]) => [
        name,
        name === 'filterColumns' || name === 'columns' ? `${value},"x` : value,
      ])
    case 'unknown parameter':
      return [...sent, ['_', '1'], ['_', '2']]
    case 'empty list':
      return [...sent.filter(([name]) => name !== 'columns'), ['columns', '']]
    default:
      return sent
  }
}

/** The planned columns, or the text columns among them; `undefined` if there are none. */
function searchable(
  { isTextOnly, planned }: NonNullable<RequestPlan['filterColumns']>,
  { columns }: FixtureTable,
): readonly PlannedColumn[] | undefined {
  if (!isTextOnly) return planned
  const texts = planned.filter(({ index }) => isText(columns[index % columns.length]))
  return texts.length > 0 ? texts : undefined
}

const isText = (column: FixtureColumn | undefined): boolean =>
  ['text', 'varchar', 'enum'].includes(column?.type.kind ?? '')

/** The terms without JSON columns, which engines order differently; `undefined` if there are none. */
function sortable<T extends readonly [PlannedColumn, string]>(
  terms: readonly T[],
  { columns }: FixtureTable,
): readonly T[] | undefined {
  const isSortable = ([{ index, isUnknown }]: T): boolean =>
    isUnknown || columns[index % columns.length]?.type.kind !== 'json'
  const sortableTerms = terms.filter(isSortable)
  return sortableTerms.length > 0 ? sortableTerms : undefined
}

/** The text to search: mostly a part of a cell, so that the search finds rows. */
function needle(
  plan: NonNullable<RequestPlan['filter']>,
  { columns, ...table }: FuzzTable,
): string {
  const rows = table.rows()
  const texts = columns.flatMap((column, index) => (isText(column) ? [index] : []))
  const column = texts[plan.column % texts.length]
  const row = rows[plan.row % rows.length]
  const value = column === undefined ? undefined : row?.[column]
  const characters = Array.from(typeof value === 'string' ? value : plan.random)
  const start = plan.start % Math.max(1, characters.length)
  const part = characters.slice(start, start + plan.length).join('')
  // The upper case of one character may be several, each of which the contract folds separately.
  switch (plan.change) {
    case 'upper':
      return part.toUpperCase()
    case 'lower':
      return part.toLowerCase()
    case 'random':
      return plan.random
    case 'long':
      return part.repeat(250)
    default:
      return part
  }
}

/** Approximate number of the pages that `walkThrough` requests. */
const WALK_PAGES = 7

/** Requests for all pages of a plan, the last page first, because a deep page collects bookmarks. */
export function walkThrough(plan: RequestPlan | undefined, table: FuzzTable): FuzzRequest[] {
  if (!plan) return []
  const limit = Math.max(1, Math.ceil(table.rows().length / WALK_PAGES))
  const pages = Math.ceil(table.rows().length / limit) + 1
  return Array.from({ length: pages }, (_, index) =>
    requestFor({ ...plan, page: String(pages - index), limit: String(limit) }, table),
  )
}
