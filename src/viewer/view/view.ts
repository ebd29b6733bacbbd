/** A view of a table, stored in the URL so that a link shows the same rows. */
import type { SortTerm } from '../../client'
import { ALL_COLUMNS, type ColumnChoice } from './column-choice'

export interface View extends ColumnChoice {
  /** Empty if no table is selected. */
  readonly table: string
  readonly page: number
  readonly limit: number
  readonly filter: string
  /** Empty: all text columns. */
  readonly filterColumns: readonly string[]
  readonly sort: readonly SortTerm[]
}

export const PAGE_SIZES = [10, 25, 50, 100, 250, 500, 1000]

const EMPTY: View = {
  table: '',
  page: 1,
  limit: 50,
  filter: '',
  filterColumns: [],
  sort: [],
  ...ALL_COLUMNS,
}

/** The initial view of a table. */
export function viewOfTable(table: string): View {
  return { ...EMPTY, table }
}

/** The same view with another number of rows per page, on the page that contains its first row. */
export function withLimit(view: View, limit: number): View {
  if (limit === view.limit) return view
  return { ...view, limit, page: Math.floor(((view.page - 1) * view.limit) / limit) + 1 }
}

/** Maximum characters of the query string. Servers and proxies refuse longer addresses: Node.js those above 16,000. */
const MAX_QUERY = 6000

/**
 * Reads a view from a URL; missing and invalid parts get defaults.
 * @param hash the fragment, which has the lists of columns that are too long for the query string
 */
export function parseView(search: string, hash = ''): View {
  const parameters = new URLSearchParams([search, hash.slice(1)].join('&'))
  const columns = parameters.getAll('column')
  return {
    table: parameters.get('table') ?? EMPTY.table,
    page: wholeNumber(parameters.get('page')) ?? EMPTY.page,
    limit: wholeNumber(parameters.get('limit')) ?? EMPTY.limit,
    filter: parameters.get('filter') ?? EMPTY.filter,
    filterColumns: parameters.getAll('filterColumn'),
    sort: withoutRepeated(parameters.getAll('sort').flatMap(sortTerm)),
    columns,
    hidden: columns.length > 0 ? [] : parameters.getAll('hide'),
  }
}

/**
 * The query string with `?`. Lists are repeated parameters, so that names need no quotes. Lists of columns that
 * are too long follow in a fragment, which browsers do not send.
 */
export function viewText(view: View): string {
  const parameters = new URLSearchParams({ table: view.table })
  if (view.filter !== '') parameters.set('filter', view.filter)
  for (const column of view.filterColumns) parameters.append('filterColumn', column)
  for (const { column, direction } of view.sort) parameters.append('sort', `${column}:${direction}`)
  for (const column of view.columns) parameters.append('column', column)
  for (const column of view.hidden) parameters.append('hide', column)
  if (view.limit !== EMPTY.limit) parameters.set('limit', String(view.limit))
  if (view.page !== EMPTY.page) parameters.set('page', String(view.page))
  const text = `?${parameters.toString()}`
  return text.length > MAX_QUERY ? withFragment(parameters) : text
}

/** Parameters that a fragment can have. */
const LISTS = new Set(['filterColumn', 'column', 'hide'])

function withFragment(parameters: URLSearchParams): string {
  const lists = new URLSearchParams([...parameters].filter(([name]) => LISTS.has(name)))
  const others = new URLSearchParams([...parameters].filter(([name]) => !LISTS.has(name)))
  return `?${others.toString()}${lists.size > 0 ? `#${lists.toString()}` : ''}`
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

/** A column sorts once: a second time has no effect. */
function withoutRepeated(terms: readonly SortTerm[]): SortTerm[] {
  const first = (name: string): number => terms.findIndex(({ column }) => column === name)
  return terms.filter(({ column }, index) => first(column) === index)
}

function sortTerm(text: string): SortTerm[] {
  const [, column, direction] = /^(.*):(asc|desc)$/s.exec(text) ?? []
  if (column === undefined || (direction !== 'asc' && direction !== 'desc')) return []
  return [{ column, direction }]
}
