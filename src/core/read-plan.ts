/**
 * Resolves the names of a query with a table's schema. The plan contains no name from the client,
 * only names from the schema.
 */
import { hash } from 'node:crypto'
import type { Dialect, SortDirection } from '../dialect/dialect'
import type {
  ColumnDescription,
  ColumnSchema,
  OrderKey,
  SelectedCell,
  TableSchema,
  TypeCheck,
} from '../dialect/schema'
import { columnNamed } from './catalogue/column-names'
import { columnDescription } from './catalogue/description'
import { invalidQuery } from './errors'
import { nearestNames } from '../dialect/nearest-names'
import { offsetOfPage } from './pagination'
import type { PagePlan } from './reader'
import { isSearchable, searchOf, type Search, type TextColumn } from './search'
import type { SortTerm, TableQuery } from './table-query'

export interface OrderTerm {
  readonly key: OrderKey
  readonly direction: SortDirection
}

type PlannedCell = SelectedCell & Partial<Pick<ColumnSchema, 'name' | 'type' | 'encoding'>>

export interface ReadPlan {
  readonly table: TableSchema
  /** The cells of a row: those of `resultColumns`, then the type checks of the others that matter. */
  readonly columns: readonly PlannedCell[]
  /** The columns of the response. */
  readonly resultColumns: readonly ColumnDescription[]
  readonly search?: Search
  /** No two rows are equal in it: it ends with a unique key, or with all columns. */
  readonly order: readonly OrderTerm[]
  readonly limit: number
  readonly offset: number
  /**
   * Equal for plans of one table whose statements differ only in their values and in the window.
   */
  readonly shapeKey: string
}

const keys = new WeakMap<PagePlan, string>()

/**
 * Equal only for plans that have the same result at the same time. It includes everything from the
 * catalogue that determines the rows, their order and their JSON. So the plan of a changed table
 * has another key, and never gets a result of the table before the change.
 */
export function planKey(plan: PagePlan): string {
  const cached = keys.get(plan)
  if (cached !== undefined) return cached
  const { table, columns, search, order, limit, offset } = plan
  // The compiler asks for every property of a plan but one.
  const parts: Record<Exclude<keyof PagePlan, 'shapeKey'>, unknown> = {
    table: [table.from, table.isTracked, table.uniqueKey],
    columns: columns.map((column) => [
      ...[column.select, column.name, column.type, column.resultType, column.encoding],
    ]),
    search: [search?.shapeKey, search?.text],
    order,
    limit,
    offset,
  }
  const text = JSON.stringify(Object.values(parts))
  // A digest, because each request compares and stores the key, and may hash it for an `ETag`.
  const key = hash('sha256', text, 'base64url')
  keys.set(plan, key)
  return key
}

type PlanRules = Pick<Dialect, 'foldColumnName' | 'maxColumns'>

/**
 * @throws ApiError INVALID_QUERY for the first name that is not a column of the table, and for an
 *   order with more terms than the database allows
 */
export function planRead(query: TableQuery, table: TableSchema, rules: PlanRules): ReadPlan {
  const find = (parameter: string, name: string): ColumnSchema =>
    findColumn(parameter, name, table, rules)
  const searchable = resolveSearchColumns(query, table, find)
  const requested = query.sort.map((term) => ({ ...term, column: find('sort', term.column) }))
  const columns = query.columns?.map((name) => find('columns', name)) ?? table.columns
  const selected = [...new Set(columns)]
  const order = totalOrder(requested, table, rules.maxColumns)
  const searched = query.filter === '' ? undefined : searchable
  const search = searched && searchOf(searched, query.filter)
  return {
    table,
    columns: [...selected, ...typeChecks(selected, order, searched)],
    resultColumns: Object.freeze(selected.map(columnDescription)),
    ...(search && { search }),
    order,
    limit: query.limit,
    offset: offsetOfPage(query.page, query.limit),
    shapeKey: JSON.stringify([query.columns, query.sort, search?.shapeKey]),
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
  const similar = nearestNames(
    name,
    table.columns.map((candidate) => candidate.name),
  )
  const hint =
    similar.length > 0 ? ` Did you mean ${similar.map((n) => `"${n}"`).join(' or ')}?` : ''
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
  if (!query.filterColumns) return table.columns.filter(isSearchable)
  const columns = query.filterColumns.map((name) => {
    const column = find('filterColumns', name)
    if (isSearchable(column)) return column
    throw invalidQuery(
      'filterColumns',
      name,
      'a text column; only text columns can be searched',
      column.type === ''
        ? `Column "${column.name}" without a type cannot be searched.`
        : `Column "${column.name}" of type ${column.type} cannot be searched.`,
    )
  })
  return [...new Set(columns)]
}

/** The requested columns, then the tie-break keys in the direction of the last requested column. */
function totalOrder(
  requested: readonly (Omit<SortTerm, 'column'> & { column: ColumnSchema })[],
  table: TableSchema,
  maxTerms = Infinity,
): OrderTerm[] {
  const requestedTerms = withoutRepeatedKeys(
    requested.map(({ column, direction }) => ({ key: column.order, direction })),
  )
  const last = requestedTerms.at(-1)
  const direction = last?.direction ?? 'asc'
  const rest = (last && table.tieBreakAfterSort) ?? table.tieBreak
  const terms = withoutRepeatedKeys([...requestedTerms, ...rest.map((key) => ({ key, direction }))])
  if (terms.length <= maxTerms) return terms
  const maxSorted = maxTerms - (terms.length - requestedTerms.length)
  const first = requested.find(({ column }) => column.order === requestedTerms[maxSorted]?.key)
  throw invalidQuery('sort', first?.column.name, `at most ${maxSorted} columns`)
}

/** Removes repeated keys, because a second term of the same key does not change the order. */
function withoutRepeatedKeys(terms: readonly OrderTerm[]): OrderTerm[] {
  const byKey = new Map<string, OrderTerm>()
  for (const term of terms) if (!byKey.has(term.key.sql)) byKey.set(term.key.sql, term)
  return [...byKey.values()]
}

/** The type checks of columns that are searched or ordered by, but not selected. */
function typeChecks(
  selected: readonly ColumnSchema[],
  order: readonly OrderTerm[],
  searched: readonly ColumnSchema[] = [],
): TypeCheck[] {
  const checked = [...order.map(({ key }) => key), ...searched]
  const byName = new Map(
    checked.flatMap(({ typeCheck }) => (typeCheck ? [[typeCheck.name, typeCheck]] : [])),
  )
  for (const { name } of selected) byName.delete(name)
  return [...byName.values()]
}
