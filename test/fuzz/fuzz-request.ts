/** Requests of the query route about one table: most are right, some are wrong in one way. */
import type { FixtureColumn, FixtureTable } from '../../fixtures/fixture-table'
import type { FuzzTable } from './random-table'
import type { PlannedColumn, RequestPlan } from './request-plan'

/** Parameters as they are sent, before percent-encoding. */
export type FuzzRequest = readonly (readonly [name: string, value: string])[]

export function requestFor(plan: RequestPlan, table: FuzzTable): FuzzRequest {
  const item = ({ index, isQuoted, isUnknown, blanks }: PlannedColumn, suffix = ''): string => {
    const name = isUnknown ? '~nowhere~' : (table.columns[index % table.columns.length]?.name ?? '')
    const needsQuotes = /[,":]|^\s|\s$/.test(name)
    const quoted = isQuoted || needsQuotes ? `"${name.replaceAll('"', '""')}"` : name
    return `${blanks}${quoted}${suffix}${blanks}`
  }
  const list = (of: readonly PlannedColumn[]): string => of.map((each) => item(each)).join(',')
  const sorted = plan.sort && sortable(plan.sort, table)
  const searched = plan.filterColumns && searchable(plan.filterColumns, table)
  const parameters: [string, string | undefined][] = [
    [
      'table',
      { right: table.name, wrong: `${table.name}~`, empty: '', none: undefined }[plan.table],
    ],
    ['page', plan.page],
    ['limit', plan.limit],
    ['filter', plan.filter && needle(plan.filter, table)],
    ['filterColumns', searched && list(searched)],
    [
      'sort',
      sorted?.map(([of, direction]) => item(of, direction === '' ? '' : `:${direction}`)).join(','),
    ],
    ['columns', plan.columns && list(plan.columns)],
  ]
  const sent = parameters.flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
  switch (plan.spoil) {
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
  { areTexts, of }: NonNullable<RequestPlan['filterColumns']>,
  { columns }: FixtureTable,
): readonly PlannedColumn[] | undefined {
  if (!areTexts) return of
  const texts = of.filter(({ index }) => isText(columns[index % columns.length]))
  return texts.length > 0 ? texts : undefined
}

const isText = (column: FixtureColumn | undefined): boolean =>
  ['text', 'varchar', 'enum'].includes(column?.type.kind ?? '')

/** JSON has no order that engines have in common; `undefined` if nothing else is asked for. */
function sortable<T extends readonly [PlannedColumn, string]>(
  terms: readonly T[],
  { columns }: FixtureTable,
): readonly T[] | undefined {
  const isSortable = ([{ index, isUnknown }]: T): boolean =>
    isUnknown || columns[index % columns.length]?.type.kind !== 'json'
  const sortableTerms = terms.filter(isSortable)
  return sortableTerms.length > 0 ? sortableTerms : undefined
}

/** Mostly a part of some cell, so that there is something to find. */
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
  // A case mapping of a lone character may be several; the contract folds one by one.
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

/** Pages at most. */
const LONGEST_WALK = 7

/** The same search and order on all pages, the last first: places are remembered on a long way. */
export function walkThrough(plan: RequestPlan | undefined, table: FuzzTable): FuzzRequest[] {
  if (!plan) return []
  const limit = Math.max(1, Math.ceil(table.rows().length / LONGEST_WALK))
  const pages = Math.ceil(table.rows().length / limit) + 1
  return Array.from({ length: pages }, (_, index) =>
    requestFor({ ...plan, page: String(pages - index), limit: String(limit) }, table),
  )
}
