/** Names an answer by what it was made from, where that can be proven. */
import type { Connection } from '../dialect/dialect'
import { sql, type CompiledStatement, type SqlFragment } from '../dialect/sql-fragment'
import type { KeptTotal } from './kept-totals'
import { planKey, type ReadPlan } from './read-plan'

/** The state of the data that something was true in. */
export type Proof = Pick<KeptTotal, 'around' | 'token'>

/** Equal, within the life of a connection, only for equal answers. */
export function answerVersion(plan: ReadPlan, { around, token }: Proof): string {
  return JSON.stringify([around, token]) + planKey(plan)
}

/**
 * The version that the plan's answer has now, without a look at its table.
 * @returns `undefined` when nothing can be said
 */
export async function currentVersion(
  plan: ReadPlan,
  connection: Pick<Connection, 'readRows' | 'changes'>,
  compile: (statement: SqlFragment) => CompiledStatement,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const changes = plan.table.isTracked ? connection.changes : undefined
  const around = changes?.around()
  if (!changes || around === undefined) return undefined
  if (changes.inSnapshot === undefined) return answerVersion(plan, { around, token: '' })
  const statement = compile(sql`select ${changes.inSnapshot}`)
  const [row] = await connection.readRows(statement, signal)
  const token = String(row?.[0] ?? '')
  if (token === '' || changes.around() !== around) return undefined
  return answerVersion(plan, { around, token })
}
