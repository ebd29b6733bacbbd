/** Resolves what a client asked for against a table's schema. After this no name is the client's. */
import { createHash } from 'node:crypto'
import type { Dialect, SortDirection } from '../dialect/dialect'
import type { ColumnSchema, OrderKey, TableSchema, TextMatcher } from '../dialect/schema'
import { searchPattern } from '../dialect/search-pattern'
import type { SqlFragment } from '../dialect/statement'
import { columnNamed } from './column-names'
import { invalidQuery } from './errors'
import { nearestNames } from './nearest-names'
import { offsetOfPage } from './pagination'
import type { PagePlan } from './reader'
import type { SortTerm, TableQuery } from './table-query'

type TextColumn = ColumnSchema & { readonly contains: TextMatcher }

export interface OrderTerm {
  readonly key: OrderKey
  readonly direction: SortDirection
}

export interface ReadPlan {
  readonly table: TableSchema
  readonly columns: readonly ColumnSchema[]
  /** Rows for which at least one of the conditions holds; without conditions, no rows. */
  readonly search?: readonly SqlFragment[]
  /** Total: no two rows are equal under it. */
  readonly order: readonly OrderTerm[]
  readonly limit: number
  readonly offset: number
  /** Equal for plans of the table whose statements differ in their values alone, and in the window. */
  readonly shape: string
}

const keys = new WeakMap<PagePlan, string>()

/**
 * Equal for plans whose answers are equal at one time. Everything from the catalogue that the rows,
 * their order and their JSON depend on is in it: a plan of a table that has changed gets another key,
 * so that its answer is never taken for one that was right.
 */
export function planKey(plan: PagePlan): string {
  const known = keys.get(plan)
  if (known !== undefined) return known
  const { table, columns, search, order, limit, offset } = plan
  const text = JSON.stringify([
    [table.from, table.isTracked, table.uniqueKey],
    columns.map(({ select, name, type, resultType }) => [select, name, type, resultType]),
    search?.map(({ sql, bindings }) => [sql, bindings]),
    order,
    [limit, offset],
  ])
  // It is compared, kept and made a tag of with each request.
  const key = createHash('sha256').update(text).digest('base64url')
  keys.set(plan, key)
  return key
}

type PlanRules = Pick<Dialect, 'foldColumnName' | 'maxOrderTerms'>

/**
 * @throws ApiError INVALID_QUERY for the first name that the table does not have, and for an order that
 *   the database cannot make
 */
export function planRead(query: TableQuery, table: TableSchema, rules: PlanRules): ReadPlan {
  const find = (parameter: string, name: string): ColumnSchema =>
    findColumn(parameter, name, table, rules)
  const searched = resolveSearchColumns(query, table, find)
  const order = query.sort.map((term) => ({ ...term, column: find('sort', term.column) }))
  const columns = query.columns?.map((name) => find('columns', name)) ?? table.columns
  const search = query.filter === '' ? undefined : conditions(searched, query.filter)
  return {
    table,
    columns: [...new Set(columns)],
    ...(search && { search }),
    order: totalOrder(order, table, rules.maxOrderTerms),
    limit: query.limit,
    offset: offsetOfPage(query.page, query.limit),
    shape: JSON.stringify([query.columns, query.sort, search?.map(({ sql }) => sql)]),
  }
}

function findColumn(
  parameter: string,
  name: string,
  table: TableSchema,
  rules: PlanRules,
): ColumnSchema {
  const column = columnNamed(name, table, rules)
  if (column) return column
  const near = nearestNames(
    name,
    table.columns.map((candidate) => candidate.name),
  )
  const hint = near.length > 0 ? ` Did you mean ${near.map((n) => `"${n}"`).join(' or ')}?` : ''
  throw invalidQuery(
    parameter,
    name,
    `a column of table "${table.name}"`,
    `Table "${table.name}" has no column "${name}".${hint}`,
  )
}

function resolveSearchColumns(
  query: TableQuery,
  table: TableSchema,
  find: (parameter: string, name: string) => ColumnSchema,
): TextColumn[] {
  if (!query.filterColumns) return table.columns.filter(isText)
  const columns = query.filterColumns.map((name) => {
    const column = find('filterColumns', name)
    if (isText(column)) return column
    throw invalidQuery(
      'filterColumns',
      name,
      'a text column; only text columns can be searched',
      `Column "${column.name}" of type ${column.type} cannot be searched.`,
    )
  })
  return [...new Set(columns)]
}

function isText(column: ColumnSchema): column is TextColumn {
  return column.contains !== undefined
}

function conditions(columns: readonly TextColumn[], filter: string): SqlFragment[] {
  const pattern = searchPattern(filter)
  return columns.map((column) => column.contains(pattern))
}

/** The asked columns, then what tells rows apart, in the direction of the last asked column. */
function totalOrder(
  asked: readonly (Omit<SortTerm, 'column'> & { column: ColumnSchema })[],
  table: TableSchema,
  maxTerms = Infinity,
): OrderTerm[] {
  const askedTerms = firstMentions(
    asked.map(({ column, direction }) => ({ key: column.order, direction })),
  )
  const last = askedTerms.at(-1)
  const direction = last?.direction ?? 'asc'
  const rest = (last && table.tieBreakAfterSort) ?? table.tieBreak
  const terms = firstMentions([...askedTerms, ...rest.map((key) => ({ key, direction }))])
  if (terms.length <= maxTerms) return terms
  const maxAsked = maxTerms - (terms.length - askedTerms.length)
  throw invalidQuery('sort', asked[maxAsked]?.column.name, `at most ${maxAsked} columns`)
}

/** Ordering by the same key again can change nothing. */
function firstMentions(terms: readonly OrderTerm[]): OrderTerm[] {
  const byKey = new Map<string, OrderTerm>()
  for (const term of terms) if (!byKey.has(term.key.sql)) byKey.set(term.key.sql, term)
  return [...byKey.values()]
}
