/** Compiles a statement once for each shape; each execution only binds values. */
import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { ChangeDetection } from '../../dialect/dialect'
import type { Cell, TableSchema } from '../../dialect/schema'
import { restoreQuestionMarks } from '../../dialect/quoted-name'
import type { CompiledStatement, RowsInOrder } from '../../dialect/statement'
import { comparedToken, snapshotToken } from '../snapshot-token'
import type { Bookmark, PageWindow } from '../page-window'
import type { CachedTotal, PagePlan } from '../reader'
import { equalKeys, hasOneRangeBetween, opposite } from '../seek-condition'
import { METADATA_COLUMNS } from './metadata-columns'
import { pageRanges, readsNullsApart } from './page-ranges'
import type { StatementRules, TotalShape } from './page-shape'
import { pageStatement, totalStatement } from './page-statement'
import { parameterNamed, type Parameter } from './statement-values'
import { isWide } from './wide-page'

export interface TotalRequest {
  /** The statement compares its version with the data's. */
  readonly cached: CachedTotal | undefined
  /** Whether the statement returns a total if the cached one is outdated. */
  readonly isCounted: boolean
  /** Whether the page is valid even if the cached total is outdated; default: false. */
  readonly mayBeOutdated?: boolean
  /** Whether the page's statement returns its total even if the page has no rows; default: false. */
  readonly isNeverEmpty?: boolean
}

interface PageStatement extends CompiledStatement {
  /** Whether the metadata columns are in a separate first row. */
  readonly isWide: boolean
}

export interface Statements {
  page(plan: PagePlan, window: PageWindow, total: TotalRequest): PageStatement
  /** Returns one row: token and total. */
  total(plan: PagePlan, total: TotalRequest): CompiledStatement
}

interface CompiledShape {
  readonly statement: Omit<PageStatement, 'bindings' | 'rowsInOrder'>
  /** Parameters of the statement, in the order of its bindings. */
  readonly parameters: readonly Parameter[]
}

/** Maximum number of cached shapes of one table. */
const MAX_SHAPES = 200

/** Maximum number of their characters together: a search of many long texts can have a text of megabytes. */
const MAX_CHARACTERS = 4_000_000

function cacheOfShapes(): LRUCache<string, CompiledShape> {
  return new LRUCache({
    max: MAX_SHAPES,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ statement }, key) => statement.sql.length + key.length,
  })
}

export function createStatements(
  db: Knex,
  rules: StatementRules,
  changes: ChangeDetection | undefined,
): Statements {
  const shapesOf = new WeakMap<TableSchema, LRUCache<string, CompiledShape>>()

  const compiledOnce = (
    { table, shapeKey }: PagePlan,
    kind: string,
    make: () => CompiledShape,
  ): CompiledShape => {
    const shapes = shapesOf.get(table) ?? cacheOfShapes()
    shapesOf.set(table, shapes)
    const key = kind + shapeKey
    const cached = shapes.get(key)
    if (cached) return cached
    const compiledShape = make()
    shapes.set(key, compiledShape)
    return compiledShape
  }

  const totalShape = (
    plan: PagePlan,
    { cached, isCounted, mayBeOutdated = false, isNeverEmpty = false }: TotalRequest,
  ): TotalShape => {
    const mustBeSame = !isCounted && !mayBeOutdated
    const token = mustBeSame
      ? comparedToken(plan.table, changes)
      : snapshotToken(plan.table, changes)
    return { db, plan, token, isCounted, isCompared: cached !== undefined, isNeverEmpty }
  }

  return {
    page: (plan, window, total) => {
      const kind = `${kindOf(plan, window, rules)} ${kindOfTotal(total)}`
      const { statement, parameters } = compiledOnce(plan, kind, () => {
        const ranges = pageRanges({ db, rules, plan, window })
        const shape = { ...totalShape(plan, total), rules, window, ranges }
        return compiled(pageStatement(shape), {
          resultTypes: resultTypes(plan),
          needsFreshPlan: needsFreshPlan(plan),
          mayChangeSession: plan.table.mayChangeSession,
          isTracked: plan.table.isTracked,
          isWide: isWide(plan, rules),
        })
      })
      const bindings = bindingsOf(parameters, plan, total, window)
      // A spread at the end, for the reason in `readRequest`.
      return { bindings, rowsInOrder: rowsInOrder(plan, window, total, rules), ...statement }
    },
    total: (plan, total) => {
      const { statement, parameters } = compiledOnce(plan, `total ${kindOfTotal(total)}`, () =>
        compiled(totalStatement(totalShape(plan, total)), {
          needsFreshPlan: needsFreshPlan(plan),
          mayChangeSession: plan.table.mayChangeSession,
          isTracked: plan.table.isTracked,
          isWide: false,
        }),
      )
      return { bindings: bindingsOf(parameters, plan, total), ...statement }
    },
  }
}

/** The properties of a window that determine the statement's text. */
function kindOf(plan: PagePlan, window: PageWindow, rules: StatementRules): string {
  const { maxSkip } = rules
  const { from, to, isBackward, skip, take, step } = window
  const direction = `${isBackward ? 'backward' : 'forward'}${step === undefined ? '' : ` by ${step}`}`
  const skipped = skip === 0 ? 'none' : skip > maxSkip ? 'many' : 'few'
  // Each of several ranges has its own limit in the text, which includes the skipped rows.
  if (!from) return `${direction} ${take} ${readsNullsApart(plan, window, rules) ? skip : skipped}`
  const order = isBackward ? plan.order.map(opposite) : plan.order
  const isOneRange = hasOneRangeBetween(order, from.values, to?.values)
  const end = to ? `${equalKeys(from.values, to.values)} equal up to ${nullsOf(to)}` : ''
  return `${direction} ${take} ${isOneRange ? skipped : skip} ${nullsOf(from)} ${end}`
}

const nullsOf = ({ values }: Bookmark): string =>
  values.map((value) => (value === null ? 'null' : 'value')).join()

/**
 * The rows that the statement reads in the order of an index, if it reads no others. A condition on several keys, a
 * search and a view can exclude rows between the first and the last one.
 */
function rowsInOrder(
  { table, order, search }: PagePlan,
  { from, skip, take, step }: PageWindow,
  { isCounted }: TotalRequest,
  { maxSkip }: StatementRules,
): RowsInOrder | undefined {
  const areAfterKey = from !== undefined
  const isOneRange = !areAfterKey || order.length === 1
  const isPage = step === undefined && skip <= maxSkip
  const isBounded = table.isTracked && !isCounted && !search && isPage && isOneRange
  return isBounded ? { count: skip + take, areAfterKey } : undefined
}

function kindOfTotal(total: TotalRequest): string {
  const { cached, isCounted, mayBeOutdated = false, isNeverEmpty = false } = total
  const kind = isCounted ? 'counted' : mayBeOutdated ? 'outdated' : 'skipped'
  return `${kind} ${cached ? 'compared ' : ''}${isNeverEmpty ? 'never empty ' : ''}`
}

/** The plan of a search depends on its term: only an index finds a rare one quickly. */
function needsFreshPlan({ table, search }: PagePlan): boolean {
  return table.needsFreshPlan || search !== undefined
}

function compiled(
  query: Knex.QueryBuilder,
  rest: Omit<PageStatement, 'sql' | 'bindings' | 'rowsInOrder'>,
): CompiledShape {
  const { sql, bindings } = query.toSQL().toNative()
  const statement = { sql: restoreQuestionMarks(sql), ...rest }
  return { statement, parameters: bindings.map(parameterNamed) }
}

function bindingsOf(
  parameters: readonly Parameter[],
  { search }: PagePlan,
  { cached }: TotalRequest,
  { from, to, skip, take }: Pick<PageWindow, 'from' | 'to' | 'skip' | 'take'> = {
    skip: 0,
    take: 0,
  },
): Cell[] {
  if (parameters.length === 0) return []
  const values = {
    search: search?.conditions().flatMap((condition) => condition.bindings) ?? [],
    seek: [...(from?.values ?? []), ...(to?.values ?? [])],
    skip,
    take,
    cached: cached && { token: cached.version.token, total: cached.total },
  }
  return parameters.map((parameter) => parameter(values))
}

/** Types of the cells of a page's statement; the metadata columns have none. */
function resultTypes({ columns }: PagePlan): (string | undefined)[] {
  const metadata = Array.from({ length: METADATA_COLUMNS }, () => undefined)
  return [...metadata, ...columns.map(({ resultType }) => resultType)]
}
