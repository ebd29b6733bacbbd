/** Finds the path in a connection string. */
import { existsSync, statSync, type Stats } from 'node:fs'
import path from 'node:path'
import { ConnectionStringError } from '../../src/dialect/dialect'

/**
 * `sqlite:shop.db`, `sqlite:/data/shop.db`, `sqlite:///data/shop.db`, or the path alone.
 * @throws ConnectionStringError
 */
export function filenameOf(connection: string): string {
  const given = connection.replace(/^sqlite:(\/\/)?/i, '')
  if (given === '') throw new ConnectionStringError('the connection names no file')
  const filename = path.resolve(given)
  // The driver's build of SQLite reads no URIs. https://www.sqlite.org/uri.html
  const [file = '', parameter] = filename.split(/\?(\w+=)/)
  if (parameter !== undefined && !existsSync(filename) && existsSync(file)) {
    throw new ConnectionStringError(
      `a SQLite file takes no parameters such as ${parameter}; ${READ_ONLY_FOLDER}`,
    )
  }
  if (filename !== filename.trim()) {
    // The driver removes blanks at the end of a name, and would open another file.
    throw new ConnectionStringError('the path of a SQLite file must not end in blanks')
  }
  return filename
}

/**
 * A program that opens a pipe waits until another one writes to it.
 * @throws ConnectionStringError for something that exists and is no file
 */
export function requireFile(filename: string): void {
  let stat: Stats | undefined
  try {
    stat = statSync(filename)
  } catch {
    // The first statement reports the reason. The file may appear later.
  }
  if (stat && !stat.isFile()) throw new ConnectionStringError(`not a file: ${filename}`)
}

/** A file in WAL mode has two more files beside it. https://www.sqlite.org/wal.html#read_only_databases */
export const READ_ONLY_FOLDER =
  'in a folder that cannot be written, a file must not be in WAL mode: where it can be written, run ' +
  'sqlite3 FILE "pragma journal_mode = delete"'
