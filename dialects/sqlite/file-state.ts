/** The state of a database's file on disk, which a write by any program changes. */
import { statSync } from 'node:fs'

export interface FileState {
  /** Equal for the same file, even after writes to it. */
  readonly inode: string
  /** Equal texts mean that no program has written to the file in between. */
  readonly contents: string
  /** Whether `contents` can be relied on yet; until then, no two texts are equal. */
  readonly isSettled: boolean
}

/**
 * Milliseconds for which the time of the last write may hide another. The kernel writes times by its
 * timer, which ticks every 10 ms at the slowest: two writes within one tick leave the same time.
 */
const SETTLING_TIME = 25

let unsettled = 0

/**
 * `undefined` if there is no file. A file without a byte is none: what a connection has made of it is
 * of no use to the database that is copied into it.
 */
export function fileState(filename: string): FileState | undefined {
  const found = statSync(filename, { bigint: true, throwIfNoEntry: false })
  if (found === undefined || found.size === 0n) return undefined
  // Programs can set the time of modification, but not that of the last change.
  const age = Date.now() - Number(found.ctimeNs / 1_000_000n)
  const isSettled = age > SETTLING_TIME
  const inode = `${found.dev}:${found.ino}`
  const contents = `${inode}:${found.size}:${found.mtimeNs}:${found.ctimeNs}`
  return { inode, contents: isSettled ? contents : `${contents}:${++unsettled}`, isSettled }
}
