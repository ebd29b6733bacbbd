/** One of pg's connections, and how a statement is read on it. */
import { Client, Query, type FieldDef, type QueryResult, type QueryResultRow } from 'pg'
import type { CatalogueStatement } from '../../src/dialect/catalogue'
import { ResultTooLargeError, sizeOfRow } from '../../src/dialect/result-size'
import type { Cell } from '../../src/dialect/schema'
import type { CompiledStatement } from '../../src/dialect/statement'
import { isAsPlanned, TableChangedError } from '../../src/dialect/table-changed'
import { preparedStatement } from './prepared-statement'
import { isOfType } from './result-type'

export class Session extends Client {
  /**
   * What the types of pg leave out: the server's process and the key to cancel its statement by, which
   * not every server gives.
   */
  declare readonly processID: number | null
  declare readonly secretKey: number | null
  /** Whether it is a pooler's, which gives the server's session to another program after a transaction. */
  isPooled = false
  /** Names of the statements prepared on it: the driver never drops one. */
  readonly prepared = new Set<string>()

  /** Closes the socket at once: nothing else stops the server from sending the rest of a result. */
  drop(): void {
    this.connection.stream.destroy()
  }
}

/** Adds to what a query sends. */
export type Wrap = (query: Query) => Query

const asItIs: Wrap = (query) => query

/** Values come as the text that the server printed: the driver's own parsers lose digits and zones. */
const types = { getTypeParser: () => (text: string) => text }

/**
 * @throws ResultTooLargeError; the session is gone then
 * @throws TableChangedError
 */
export async function readCells(
  session: Session,
  statement: CompiledStatement,
  maxBytes: number,
  wrap?: Wrap,
): Promise<Cell[][]> {
  const config = {
    ...sentStatement(session, statement),
    values: [...statement.bindings],
    rowMode: 'array',
    types,
  }
  const rows: Cell[][] = []
  let bytes = 0
  const fields = await send(session, new Query<Cell[]>(config), wrap, (row) => {
    bytes += sizeOfRow(row)
    if (bytes > maxBytes) return new ResultTooLargeError(maxBytes)
    rows.push(row)
    return undefined
  })
  if (!isAsPlanned(statement, fields, isOfType)) throw new TableChangedError()
  return rows
}

/** Rows of the catalogue, with values as the driver parses them. */
export async function readObjects(
  session: Session,
  { sql, bindings }: CatalogueStatement,
  wrap?: Wrap,
): Promise<unknown[]> {
  const config = { text: sql, values: [...bindings], queryMode: 'extended' }
  const rows: unknown[] = []
  await send(session, new Query<QueryResultRow>(config), wrap, (row) => {
    rows.push(row)
    return undefined
  })
  return rows
}

/**
 * @param take stores a row, or returns an error to fail by: then the session is dropped
 * @returns the columns
 */
function send<Row extends QueryResultRow>(
  session: Session,
  query: Query<Row>,
  wrap = asItIs,
  take: (row: Row) => Error | undefined,
): Promise<FieldDef[]> {
  return new Promise((resolve, reject) => {
    query.on('row', (row: Row) => {
      const refusal = take(row)
      if (refusal === undefined) return
      reject(refusal)
      session.drop()
    })
    query.on('error', reject)
    query.on('end', (results: QueryResult | QueryResult[]) => {
      // One for each statement of a transaction; only the one asked for has columns.
      resolve(Array.isArray(results) ? results.flatMap(({ fields }) => fields) : results.fields)
    })
    session.query(wrap(query))
  })
}

function sentStatement(
  { isPooled, prepared }: Session,
  { sql, isPlannedAnew }: CompiledStatement,
): { text: string; name?: string; queryMode?: string } {
  // A plan is kept under a name. And the next statement may run in another session of a pooler, where
  // no name is known.
  if (isPlannedAnew || isPooled) return { text: sql, queryMode: 'extended' }
  const statement = preparedStatement(sql)
  prepared.add(statement.name)
  return statement
}
