/** Several statements on one session. */
import type { Cell } from './schema'
import type { CompiledStatement } from './statement'

export interface LentSessionRequest {
  /** Text of a statement, whose earlier durations determine the place in the queue. */
  readonly sql: string
  /** When it is aborted, the database cancels the running statement. Absent if nothing aborts the work. */
  readonly signal?: AbortSignal
  /** Whether the requests that need the session already count as waiting; default: false. */
  readonly isAlreadyWaiting?: boolean
  /**
   * Called when the request begins to count as waiting. Its argument ends that: call it when every request that
   * needs the session counts by itself. Absent if that never happens.
   */
  readonly onWaiting?: ((stopWaiting: () => void) => void) | undefined
}

/** A session that runs several statements of the core. */
export interface LentSession {
  /** Runs a statement. @throws as `readRows` of `Connection` */
  readonly readRows: (statement: CompiledStatement) => Promise<Cell[][]>
  /**
   * All statements that the work runs read the snapshot of the first one. Absent if the session cannot keep a
   * snapshot.
   * @param lock `snapshotLock` of the table
   */
  readonly inSnapshot?: <Result>(lock: string, work: () => Promise<Result>) => Promise<Result>
}
