/** Reads a table as cheaply as possible, to see whether it can be read. */
import { compile } from '../dialect/catalogue'
import type { Connection } from '../dialect/dialect'
import type { SchemaService } from './table-service'

interface TableSource {
  readonly connection: Pick<Connection, 'builder' | 'readRows'>
  readonly tables: Pick<SchemaService, 'schemaOf'>
}

/** @throws ApiError, or an error of the database */
export async function readAnyRow(
  { connection, tables }: TableSource,
  name: string,
  signal?: AbortSignal,
): Promise<void> {
  const { from, mayChangeSession } = await tables.schemaOf(name)
  const { builder, readRows } = connection
  const row = builder.select(builder.raw('1')).from(builder.raw(from))
  // The limit is in the SQL text, so that planners know it.
  const statement = compile(row.limit(1, { skipBinding: true }))
  await readRows({ ...statement, mayChangeSession }, signal)
}
