/** Versions of the data: two reads with the same version have read the same rows. */
import type { ChangeToken, Connection } from '../dialect/dialect'
import type { Cell, TableSchema } from '../dialect/schema'
import { TableChangedError } from '../dialect/table-changed'
import { planKey, type ReadPlan } from './read-plan'

export interface DataVersion {
  /** The change token before and after the statement. */
  readonly around: string
  /** The change token of the statement's snapshot; empty if `around` is sufficient. */
  readonly token: string
}

export function isSameVersion(a: DataVersion, b: DataVersion | undefined): boolean {
  return a.around === b?.around && a.token === b.token
}

/** Replaces the token of a snapshot in which the table differs from its description. */
const TABLE_CHANGED = 'changed'

/** SQL of the snapshot's token; an empty text if the token is not valid for the table. */
export function snapshotToken(
  { isTracked, describedWhile }: TableSchema,
  changes: ChangeToken | undefined,
): string | undefined {
  const token = isTracked ? changes?.inSnapshot : undefined
  if (describedWhile === undefined) return token
  return `case when ${describedWhile} then ${token ?? `''`} else '${TABLE_CHANGED}' end`
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
  { describedAs }: TableSchema,
  changes: ChangeToken | undefined,
): string | undefined {
  const token = changes?.inSnapshot
  if (token === undefined || describedAs === undefined) return token
  return `${token} /* ${describedAs} */`
}

/**
 * Call this before a statement, and the returned function after it: that returns the version of the
 * data that the statement has read.
 * @param since an earlier change token, if the caller only checks whether the data has changed
 *   since then; default: the current token
 */
export function versionWatch(
  { isTracked = false }: TableSchema,
  changes: ChangeToken | undefined,
  since?: string,
): (token: Cell | undefined, cached: DataVersion | undefined) => DataVersion | undefined {
  const around = isTracked ? (since ?? changes?.around()) : undefined
  return (token, cached) => {
    if (around === undefined || changes?.around() !== around) return undefined
    if (changes.inSnapshot === undefined) return { around, token: '' }
    // The statement returns NULL if its token is equal to the cached one.
    if (token === null && cached) return { around, token: cached.token }
    return token === '' || token == null ? undefined : { around, token: String(token) }
  }
}

/** Equal only for equal results, as long as the connection is open. */
export function resultVersion(plan: ReadPlan, { around, token }: DataVersion): string {
  return JSON.stringify([around, token]) + planKey(plan)
}

/**
 * The current version of the data. Does not read the table.
 * @returns `undefined` if the database cannot determine it
 */
export async function currentVersion(
  table: TableSchema,
  { changes, readRows }: Pick<Connection, 'readRows' | 'changes'>,
  signal?: AbortSignal,
): Promise<DataVersion | undefined> {
  const versionOf = versionWatch(table, changes)
  const token = changes?.inSnapshot
  if (!table.isTracked || token === undefined) return versionOf(undefined, undefined)
  const [row] = await readRows({ sql: `select ${token}`, bindings: [] }, signal)
  return versionOf(row?.[0], undefined)
}
