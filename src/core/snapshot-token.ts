/** SQL of the token of a statement's snapshot, which also says whether the table is as described. */
import { hash } from 'node:crypto'
import type { ChangeDetection } from '../dialect/dialect'
import type { Cell, TableSchema } from '../dialect/schema'
import { TableChangedError } from '../dialect/table-changed'

/** Replaces the token of a snapshot in which the table differs from its description. */
const TABLE_CHANGED = 'changed'

/**
 * SQL of the snapshot's token, which is an empty text if the token is not valid for the table;
 * `undefined` if there is neither a token nor a check of the description.
 */
export function snapshotToken(
  { isTracked, unchangedCondition }: TableSchema,
  changes: ChangeDetection | undefined,
): string | undefined {
  const token = isTracked ? changes?.snapshotToken : undefined
  if (unchangedCondition === undefined) return token
  return `case when ${unchangedCondition} then ${token ?? `''`} else '${TABLE_CHANGED}' end`
}

/** @throws TableChangedError */
export function requireSameTable([first]: readonly (readonly Cell[])[]): void {
  if (first?.[0] === TABLE_CHANGED) throw new TableChangedError()
}

/**
 * SQL of the same token, without the check of the description, for a comparison with a cached
 * token. The cached token passed the check, and equal tokens mean equal snapshots, so an equal
 * token would pass it too. The SQL comment prevents the use of a plan that is older than the
 * description.
 */
export function comparedToken(
  { unchangedCondition }: TableSchema,
  changes: ChangeDetection | undefined,
): string | undefined {
  const token = changes?.snapshotToken
  if (token === undefined || unchangedCondition === undefined) return token
  return `${token} /* ${hash('sha256', unchangedCondition).slice(0, 16)} */`
}
