/** Reads files that the operator names. */
import { readFileSync } from 'node:fs'
import { errorCode } from '../error-code'
import { StartError } from '../start-error'
import { looksLikePath } from './path-text'

/** https://nodejs.org/api/errors.html#common-system-errors */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'no permission to read the file',
  EISDIR: 'not a file but a folder',
}

/**
 * @param source the option or the variable that names the file
 * @throws StartError with the reason
 */
export function readTextFile(file: string, source: string): string {
  try {
    // Editors of Windows begin a file with a byte order mark.
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '')
  } catch (error) {
    const reason = REASONS[errorCode(error)] ?? 'cannot read the file'
    // A variable may hold a secret itself, by mistake. Every user of the machine can read the flags anyway.
    const isShown = source.startsWith('--') || looksLikePath(file)
    throw new StartError(`${source}: ${reason}${isShown ? `: ${file}` : ''}`)
  }
}
