/** Versions of the data: two reads with the same version have seen the same rows. */
import type { ChangeToken, Connection } from '../dialect/dialect'
import type { Cell, TableSchema } from '../dialect/schema'
import { TableChangedError } from '../dialect/table-changed'
import { planKey, type ReadPlan } from './read-plan'

export interface DataVersion {
  /** The change token before and after the statement. */
  readonly around: string
  /** The change token of its snapshot; empty where the other part is enough. */
  readonly token: string
}

export function isSameVersion(a: DataVersion, b: DataVersion | undefined): boolean {
  return a.around === b?.around && a.token === b.token
}

/** In the place of the token of a snapshot in which the table is not the one described. */
const TABLE_CHANGED = 'changed'

/** SQL of the token of a statement's snapshot; an empty text where it says nothing of the table. */
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
 * SQL of the same token, to be compared with that of a cached total. The cached one spoke for the table,
 * so an equal one does: they are of equal snapshots. The comment excludes plans that are older than the
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
 * To be called before a statement. The result, called after it, tells the version that it has seen.
 * @param since the change token at an earlier time, if the statement only needs to know whether the data
 *   has changed since; default: the token now
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
    // The statement gives NULL for the token when it is the cached one.
    if (token === null && cached) return { around, token: cached.token }
    return token === '' || token == null ? undefined : { around, token: String(token) }
  }
}

/** Equal, within the life of a connection, only for equal results. */
export function resultVersion(plan: ReadPlan, { around, token }: DataVersion): string {
  return JSON.stringify([around, token]) + planKey(plan)
}

/**
 * The version of the data now, without a look at the table.
 * @returns `undefined` when the database cannot tell
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
