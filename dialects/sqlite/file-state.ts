/** The state of a database's file on disk, which a write by any program changes. */
import { statSync, type BigIntStats } from 'node:fs'

export interface FileState {
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

interface Known {
  readonly found: BigIntStats
  readonly state: FileState
}

/** The last settled state of each file: most of the time it is still the same. */
const known = new Map<string, Known>()

const SAME = ['dev', 'ino', 'size', 'mtimeNs', 'ctimeNs'] as const

/**
 * `undefined` if there is no file. A file without a byte is none: what a connection has made of it is
 * of no use to the database that is copied into it.
 */
export function fileState(filename: string): FileState | undefined {
  const found = statSync(filename, { bigint: true, throwIfNoEntry: false })
  if (found === undefined || found.size === 0n) return undefined
  const last = known.get(filename)
  if (last && SAME.every((name) => last.found[name] === found[name])) return last.state
  // Programs can set the time of modification, but not that of the last change.
  const age = Date.now() - Number(found.ctimeNs / 1_000_000n)
  const isSettled = age > SETTLING_TIME
  const contents = SAME.map((name) => found[name]).join(':')
  if (!isSettled) return { contents: `${contents}:${++unsettled}`, isSettled }
  const state = { contents, isSettled }
  known.set(filename, { found, state })
  return state
}
