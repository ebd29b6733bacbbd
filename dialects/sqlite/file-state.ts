/** The state of a database's file on disk, which a write by any program changes. */
import { realpathSync, statSync } from 'node:fs'
import { monotonicClock } from '../../src/clock'

interface FileState {
  /** Equal texts mean that no program has written to the file in between. */
  readonly contents: string
  /**
   * Whether the last write is old enough to detect the next one; until then, no two texts are equal.
   */
  readonly isSettled: boolean
}

/**
 * Milliseconds in which two writes may have the same time. The kernel takes times from its timer, whose
 * longest tick is 10 ms: two writes within one tick leave the same time.
 */
const SETTLING_TIME = 25

let unsettledStates = 0

interface CheckedLog {
  readonly log: string
  readonly checkedAt: number
}

/** The write-ahead log of each file. */
const logs = new Map<string, CheckedLog>()

/** Call it when the file is closed. */
export function forgetLog(filename: string): void {
  logs.delete(filename)
}

/** Milliseconds between two checks of the log, each of which takes 30 microseconds. */
const LOG_CHECK_INTERVAL = 10

/**
 * Identifies the write-ahead log. A program that restores a backup removes it: connections that had it open would
 * never see the commits in the next one, which do not change the file itself.
 * https://www.sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_file_while_in_use
 */
function logOf(filename: string): string {
  const last = logs.get(filename)
  const now = monotonicClock()
  if (last && now - last.checkedAt < LOG_CHECK_INTERVAL) return last.log
  const stats = statSync(`${targetOf(filename)}-wal`, { bigint: true, throwIfNoEntry: false })
  const log = stats ? `${stats.dev}:${stats.ino}` : 'no log'
  logs.set(filename, { log, checkedAt: now })
  return log
}

/** SQLite keeps the log beside the file itself, not beside a link to it. The link can lead to another file later. */
function targetOf(filename: string): string {
  try {
    return realpathSync.native(filename)
  } catch {
    // Removed just now, as the next look at the file will show.
    return filename
  }
}

/**
 * @returns `undefined` if there is no file or an empty one: a connection to an empty file does not fit
 *   the database that is then copied into it
 */
export function fileState(filename: string): FileState | undefined {
  const stats = statSync(filename, { bigint: true, throwIfNoEntry: false })
  if (stats === undefined || stats.size === 0n) return undefined
  const { dev, ino, size, mtimeNs, ctimeNs } = stats
  // Programs can set `mtime`, but not `ctime`.
  const age = Date.now() - Number(ctimeNs / 1_000_000n)
  const isSettled = age > SETTLING_TIME
  const contents = `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}:${logOf(filename)}`
  return { contents: isSettled ? contents : `${contents}:${++unsettledStates}`, isSettled }
}

/**
 * The contents of `fileState`; `undefined` if the file is missing, or was written so recently that the
 * next write may not show.
 */
export function settledContents(filename: string): string | undefined {
  const state = fileState(filename)
  return state?.isSettled === true ? state.contents : undefined
}
