/** The number of the whole schema, which grows with every change of it. */
import type Database from 'better-sqlite3'
import { TableChangedError } from '../../src/dialect/table-changed'
import { errorCode } from '../../src/dialect/driver-error'
import { READER_SCHEMA, ReaderError } from './reader-process'

/** https://www.sqlite.org/pragma.html#pragma_schema_version */
export const SCHEMA_VERSION = 'pragma main.schema_version'

/**
 * Makes the check of one statement, to be called once it has begun: while it gives rows, the number is
 * that of its own snapshot.
 */
export function schemaCheck(
  prepare: (sql: string) => Database.Statement,
  planned: string | undefined,
): () => void {
  let isChecked = planned === undefined
  return () => {
    if (isChecked) return
    isChecked = true
    const { schema_version } = prepare(SCHEMA_VERSION).get() as { schema_version: unknown }
    if (String(schema_version) === planned) return
    throw new ReaderError('the schema is another', READER_SCHEMA)
  }
}

/** @throws TableChangedError, or the error itself */
export function tellTableChanges(error: unknown): never {
  if (errorCode(error) === READER_SCHEMA) throw new TableChangedError()
  throw isNameGone(error) ? new TableChangedError({ cause: error }) : error
}

/** SQLite has one code for all that is wrong with a statement. */
function isNameGone(error: unknown): boolean {
  return error instanceof ReaderError && /^no such (table|column)/.test(error.message)
}
