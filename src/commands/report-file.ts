/** Files of reports. */
import { closeSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { errorCode } from '../error-code'
import { StartError } from '../start-error'

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such folder',
  ENOTDIR: 'no such folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left',
}

/**
 * Checks before a long run that the report can be written after it. An existing file keeps its content.
 * @throws StartError
 */
export function requireWritable(file: string): void {
  explained(file, () => {
    const stats = statSync(file, { throwIfNoEntry: false })
    // The reader of a pipe would take the end of this check as the end of the report.
    if (stats && !stats.isFile() && !stats.isDirectory()) return
    closeSync(openSync(file, 'a'))
    if (!stats) rmSync(file)
  })
}

/** @throws StartError */
export function writeReport(file: string, text: string): void {
  explained(file, () => {
    writeFileSync(file, text)
  })
}

function explained(file: string, write: () => void): void {
  try {
    write()
  } catch (cause) {
    const reason = REASONS[errorCode(cause)] ?? (cause as Error).message
    throw new StartError(`cannot write ${file}: ${reason}`, { cause })
  }
}
