/** Finds the path in a connection string, and explains to the operator why the file cannot be used. */
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { errorCode } from '../../src/dialect/driver-error'

/** `sqlite:shop.db`, `sqlite:/data/shop.db`, `sqlite:///data/shop.db`, or the path alone. */
export function filenameOf(connection: string): string {
  return path.resolve(connection.replace(/^sqlite:(\/\/)?/i, ''))
}

export function explainFailure(error: unknown, connection: string): string {
  const filename = filenameOf(connection)
  const code = errorCode(error)
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
