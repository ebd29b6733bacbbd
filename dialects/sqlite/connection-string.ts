/** Finds the path in a connection string, and explains to the operator why the file cannot be used. */
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { ConnectionStringError } from '../../src/dialect/dialect'
import { errorCode } from '../../src/dialect/driver-error'
import { explainNativeModule } from '../../src/dialect/native-module'

/**
 * `sqlite:shop.db`, `sqlite:/data/shop.db`, `sqlite:///data/shop.db`, or the path alone.
 * @throws ConnectionStringError
 */
export function filenameOf(connection: string): string {
  const filename = path.resolve(connection.replace(/^sqlite:(\/\/)?/i, ''))
  // The driver's build of SQLite reads no URIs. https://www.sqlite.org/uri.html
  const [file = '', parameter] = filename.split(/\?(\w+=)/)
  if (parameter !== undefined && !existsSync(filename) && existsSync(file)) {
    throw new ConnectionStringError(
      `a SQLite file takes no parameters such as ${parameter}; ${READ_ONLY_FOLDER}`,
    )
  }
  return filename
}

/** A file in WAL mode has two more files beside it. https://www.sqlite.org/wal.html#read_only_databases */
const READ_ONLY_FOLDER =
  'a file in a folder that cannot be written must not be in WAL mode: where it can be written, run ' +
  'sqlite3 FILE "pragma journal_mode = delete"'

export function explainFailure(error: unknown, connection: string): string {
  const failure = explainNativeModule(error, 'better-sqlite3')
  if (failure !== undefined) return failure
  const filename = filenameOf(connection)
  const code = errorCode(error)
  if (code === 'SQLITE_READONLY_DIRECTORY') return `cannot read ${filename}: ${READ_ONLY_FOLDER}`
  if (code === 'SQLITE_NOTADB') return `not a SQLite database: ${filename}`
  if (!existsSync(filename)) return `no such file: ${filename}`
  if (!statSync(filename).isFile()) return `not a file: ${filename}`
  if (code.startsWith('SQLITE_CANTOPEN')) {
    return (
      `cannot open ${filename}: check that it may be read and, if it is in WAL mode, ` +
      'that its -shm file exists or its folder may be written'
    )
  }
  if (code === 'SQLITE_CORRUPT') return `the SQLite database is damaged: ${filename}`
  return `cannot read ${filename}${code === '' ? '' : ` (${code})`}`
}
