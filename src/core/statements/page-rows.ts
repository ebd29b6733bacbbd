/** Parts of statements: search, ranges, order and limit. */
import type { Knex } from 'knex'
import type { OrderTerm } from '../read-plan'
import { opposite } from '../seek-condition'
import type { PageRange, PageShape } from './page-shape'
import { END, searchConditions, OFFSET } from './statement-values'

/**
 * The rows of the table that the search finds.
 * @param from the table, or a part of it
 */
export function matchingRows(
  { db, plan: { table, search } }: Pick<PageShape, 'db' | 'plan'>,
  from = table.from,
): Knex.QueryBuilder {
  const rows = db.from(db.raw(from))
  return search ? rows.where(anyOf(searchConditions(db, search.conditions()))) : rows
}

/** Maximum length of a chain of `or`, because parsers nest each condition in the next. */
const MAX_CHAIN = 50

type Condition = (where: Knex.QueryBuilder) => void

/** At least one of the conditions is true. An empty list is false. */
function anyOf(conditions: readonly Knex.Raw[]): Condition {
  return (where) => {
    if (conditions.length === 0) where.whereRaw('1 = 0')
    else if (conditions.length <= MAX_CHAIN) {
      for (const condition of conditions) where.orWhere(condition)
    } else {
      const half = Math.ceil(conditions.length / 2)
      where.where(anyOf(conditions.slice(0, half))).orWhere(anyOf(conditions.slice(half)))
    }
  }
}

/** The rows that the search finds in the ranges of the page. */
export function foundRows(shape: PageShape, from?: string): Knex.QueryBuilder {
  return within(matchingRows(shape, from), shape.ranges)
}

/** The rows in one of the ranges; all rows if there are no ranges. */
export function within(rows: Knex.QueryBuilder, ranges: readonly PageRange[]): Knex.QueryBuilder {
  return ranges.length === 0 ? rows : rows.where(anyOf(ranges.map(({ condition }) => condition)))
}

/**
 * The rows that the search finds in the ranges of the page, in its order. A single range has its own order:
 * Postgres sorts all rows by a key that is NULL in each of them.
 */
export function orderedRows(shape: PageShape): Knex.QueryBuilder {
  const [range, ...others] = shape.ranges
  const order = range && others.length === 0 ? range.order : shape.plan.order
  return ordered(foundRows(shape), { ...shape, plan: { ...shape.plan, order } })
}

export function ordered(
  rows: Knex.QueryBuilder,
  shape: Pick<PageShape, 'plan' | 'window' | 'rules'>,
): Knex.QueryBuilder {
  const terms = orderTerms(shape)
  return terms.length > 0 ? rows.orderByRaw(terms.join(', ')) : rows
}

export function orderTerms({
  plan,
  window,
  rules,
}: Pick<PageShape, 'plan' | 'window' | 'rules'>): string[] {
  const order = window.isBackward ? plan.order.map(opposite) : plan.order
  return order.map(({ key, direction }) => rules.orderTerm(key, direction))
}

/** The same order, by the columns `k0`, `k1` … of a subquery. */
export function onKeys(shape: PageShape, alias: string): PageShape {
  const order = shape.plan.order.map(({ key, direction }, index): OrderTerm => ({
    key: { ...key, sql: `${alias}.k${index}` },
    direction,
  }))
  return { ...shape, plan: { ...shape.plan, order } }
}

/** The limit is in the SQL text: a planner assumes a tenth of the rows for an unknown limit. */
export function limited(
  rows: Knex.QueryBuilder,
  { window }: Pick<PageShape, 'window'>,
): Knex.QueryBuilder {
  const first = rows.limit(window.take, { skipBinding: true })
  return window.skip === 0 ? first : first.offset(OFFSET)
}

/** All rows up to the last one of the page. */
export function limitedToEnd(
  rows: Knex.QueryBuilder,
  { window }: Pick<PageShape, 'window'>,
): Knex.QueryBuilder {
  return window.skip === 0 ? limited(rows, { window }) : rows.limit(END)
}

/** Expressions of the page's columns, separated by commas. */
export function cellList({
  plan,
  rules: { resultAlias },
}: Pick<PageShape, 'plan' | 'rules'>): string {
  const alias = resultAlias === undefined ? '' : ` as ${resultAlias}`
  return plan.columns.map(({ select }) => select + alias).join(', ')
}
