import { statSync } from 'node:fs'

/**
 * Which file stands at a path now; `undefined` if there is none. A file without a byte is none: what
 * a connection has made of it is of no use to the database that is copied into it.
 */
export function inodeOf(filename: string): string | undefined {
  const found = statSync(filename, { bigint: true, throwIfNoEntry: false })
  return found === undefined || found.size === 0n ? undefined : `${found.dev}:${found.ino}`
}
