/** Runs a plan: one statement gives the page and the total, so both see one snapshot of the data. */
import type { Knex } from 'knex'
import type { Connection, Dialect } from '../dialect/dialect'
import type { Cell } from '../dialect/schema'
import {
  restoreQuestionMarks,
  type CompiledStatement,
  type SqlFragment,
} from '../dialect/sql-fragment'
import type { ReadPlan } from './read-plan'

export interface ReadResult {
  /** Cells in the order of the plan's columns. */
  readonly rows: readonly (readonly Cell[])[]
  /** Rows that match on all pages. */
  readonly total: number
}

export async function runRead(
  connection: Connection,
  dialect: Dialect,
  plan: ReadPlan,
  signal?: AbortSignal,
): Promise<ReadResult> {
  const { db } = connection
  for (;;) {
    const page = await connection.readRows(compile(pageQuery(db, dialect, plan)), signal)
    const [first] = page
    if (first) return { rows: page.map((row) => row.slice(1)), total: Number(first[0]) }
    // A page without rows carries no total. If the total asked for now says that the page is past
    // the end, then both are true of this second snapshot; else rows came in between: look again.
    const [counted] = await connection.readRows(compile(countQuery(db, plan)), signal)
    const total = Number(counted?.[0])
    if (total <= plan.offset) return { rows: [], total }
  }
}

/** The total in the first column, then the page's cells. */
function pageQuery(db: Knex, dialect: Dialect, plan: ReadPlan): Knex.QueryBuilder {
  const query = matchingRows(db, plan)
    .select(countQuery(db, plan).as('total'))
    .select(plan.columns.map((column) => db.raw(column.select)))
    .limit(plan.limit)
    .offset(plan.offset)
  const order = plan.order.map((term) => dialect.orderTerm(term.key, term.direction))
  return order.length > 0 ? query.orderByRaw(order.join(', ')) : query
}

function countQuery(db: Knex, plan: ReadPlan): Knex.QueryBuilder {
  return matchingRows(db, plan).select(db.raw('count(*)'))
}

function matchingRows(db: Knex, plan: ReadPlan): Knex.QueryBuilder {
  const query = db.queryBuilder().from(db.raw(plan.table.from))
  if (!plan.search) return query
  const { sql, bindings } = anyOf(plan.search)
  return query.whereRaw(sql, bindings)
}

function anyOf(conditions: readonly SqlFragment[]): SqlFragment {
  if (conditions.length === 0) return { sql: '1 = 0', bindings: [] }
  return {
    sql: `(${conditions.map(({ sql }) => sql).join(' or ')})`,
    bindings: conditions.flatMap(({ bindings }) => bindings),
  }
}

function compile(query: Knex.QueryBuilder): CompiledStatement {
  const { sql, bindings } = query.toSQL().toNative()
  return {
    sql: restoreQuestionMarks(sql),
    bindings: bindings.map((b) => (typeof b === 'number' ? BigInt(b) : (b as string))),
  }
}
