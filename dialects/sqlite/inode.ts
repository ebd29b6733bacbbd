import { statSync } from 'node:fs'

/** Which file a name stands for at the moment; `undefined` when there is none. */
export function inodeOf(filename: string): string | undefined {
  const found = statSync(filename, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}
