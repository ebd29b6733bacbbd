/** The working folder of the program, which can be removed while it runs. */
import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { errorCode } from '../error-code'
import { StartError } from '../start-error'

/** @throws StartError, in place of the error of the first package that asks for the folder */
export function requireWorkingFolder(): void {
  if (isRemoved()) throw new StartError('the working folder has been removed: start it in another')
}

/** The folder for a new process; `undefined` is that of this one. */
export function usableFolder(): string | undefined {
  return isRemoved() ? '/' : undefined
}

/** The connection, whose path means the same in every folder. */
export function withAbsolutePath(connection: string): string {
  const scheme = /^sqlite:(?:\/\/)?/i.exec(connection)?.[0] ?? ''
  const file = connection.slice(scheme.length)
  if (file === '') return connection
  return scheme !== '' || existsSync(file) ? scheme + path.resolve(file) : connection
}

/** Asks the operating system: `process.cwd()` remembers the folder. */
function isRemoved(): boolean {
  try {
    realpathSync.native('.')
    return false
  } catch (error) {
    return errorCode(error) === 'ENOENT'
  }
}
