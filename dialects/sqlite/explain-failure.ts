/** Explains to the operator why the database cannot be used, and what to do. */
import { accessSync, constants, statSync } from 'node:fs'
import { explainNativeModule } from '../../src/dialect/native-module'
import { errorCode } from '../../src/error-code'
import { filenameOf, READ_ONLY_FOLDER } from './connection-string'

export function explainFailure(error: unknown, connection: string): string {
  const failure = explainNativeModule(error, 'better-sqlite3')
  if (failure !== undefined) return failure
  const filename = filenameOf(connection)
  const code = errorCode(error)
  if (code === 'SQLITE_READONLY_DIRECTORY') return `cannot read ${filename}: ${READ_ONLY_FOLDER}`
  if (code === 'SQLITE_READONLY_ROLLBACK') {
    return (
      `cannot read ${filename}: a program ended during a transaction, which must be rolled back: where the ` +
      'file can be written, run sqlite3 FILE "select * from sqlite_schema"'
    )
  }
  if (code === 'SQLITE_NOTADB') return `not a SQLite database: ${filename}`
  const flaw = flawOfFile(filename)
  if (flaw !== undefined) return `${flaw}: ${filename}`
  if (code.startsWith('SQLITE_CANTOPEN')) {
    return (
      `cannot open ${filename}: if it is in WAL mode, check that its -shm file exists or its folder ` +
      'may be written'
    )
  }
  if (code === 'SQLITE_CORRUPT') return `the SQLite database is damaged: ${filename}`
  return `cannot read ${filename}${code === '' ? '' : ` (${code})`}`
}

/** Why the file cannot be read, as far as the file system says it. */
function flawOfFile(filename: string): string | undefined {
  try {
    if (!statSync(filename).isFile()) return 'not a file'
    accessSync(filename, constants.R_OK)
    return undefined
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'no such file'
    return code === 'EACCES' ? 'no permission to read the file' : `cannot read the file (${code})`
  }
}
