/** The version number of the schema, which every change of the schema increments. */
import type Database from 'better-sqlite3'
import { READER_SCHEMA, ReaderError } from './reader-error'

/** https://www.sqlite.org/pragma.html#pragma_schema_version */
export const SCHEMA_VERSION = 'pragma main.schema_version'

export function schemaVersion(prepare: (sql: string) => Database.Statement): string {
  const { schema_version } = prepare(SCHEMA_VERSION).get() as { schema_version: unknown }
  return String(schema_version)
}

/**
 * Makes the check of one statement. Call it after the statement has begun: the version is then that of
 * the statement's own snapshot.
 */
export function schemaCheck(
  prepare: (sql: string) => Database.Statement,
  planned: string | undefined,
): () => void {
  let isChecked = planned === undefined
  return () => {
    if (isChecked) return
    isChecked = true
    if (schemaVersion(prepare) === planned) return
    throw new ReaderError('the schema has changed', READER_SCHEMA)
  }
}
