/** Reads a table as cheaply as possible, to see whether it can be read. */
import type { Connection } from '../dialect/dialect'
import { restoreQuestionMarks } from '../dialect/quoted-name'
import type { SchemaService } from './table-service'

export interface Readable {
  readonly connection: Pick<Connection, 'readRows'>
  readonly tables: Pick<SchemaService, 'schemaOf'>
}

/** @throws ApiError, or an error of the database */
export async function readAnyRow(
  { connection, tables }: Readable,
  name: string,
  signal?: AbortSignal,
): Promise<void> {
  const { from } = await tables.schemaOf(name)
  const sql = restoreQuestionMarks(`select 1 from ${from} limit 1`)
  await connection.readRows({ sql, bindings: [] }, signal)
}
