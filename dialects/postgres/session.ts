/** A connection of pg, and the functions that run a statement on it. */
import {
  Client,
  Query,
  type ClientConfig,
  type FieldDef,
  type QueryResult,
  type QueryResultRow,
} from 'pg'
import type { CatalogueStatement } from '../../src/dialect/catalogue'
import { ResultTooLargeError, sizeOfRow } from '../../src/dialect/result-size'
import type { Cell } from '../../src/dialect/schema'
import type { PoolerMode } from '../../src/dialect/server-facts'
import type { CompiledStatement } from '../../src/dialect/statement'
import { isAsPlanned, TableChangedError } from '../../src/dialect/table-changed'
import { preparedStatement } from './prepared-statement'
import { isOfType } from './result-type'

export class Session extends Client {
  /** @param another makes another session of the same server, which is not connected */
  constructor(
    config: ClientConfig,
    readonly another: () => Session,
  ) {
    super(config)
  }

  /**
   * The number of the server's process and the key that cancels its statement; the types of pg lack
   * them. Some servers send neither.
   */
  declare readonly processID: number | null
  declare readonly secretKey: number | null
  /** Set if other programs use the same session of the server. */
  pooler?: PoolerMode
  /** Names of its prepared statements; the driver never deallocates one. */
  readonly prepared = new Set<string>()

  /** Closes the socket at once: only this stops the server from sending the rest of a result. */
  drop(): void {
    this.connection.stream.destroy()
  }
}

/** Adds messages to those that a query sends. */
export type Wrap = (query: Query) => Query

const unchanged: Wrap = (query) => query

/** Returns values as the server's text: the driver's own parsers lose digits and time zones. */
const types = { getTypeParser: () => (text: string) => text }

/**
 * @throws ResultTooLargeError after it has closed the session
 * @throws TableChangedError
 */
export async function readCells(
  session: Session,
  statement: CompiledStatement,
  maxBytes: number,
  wrap?: Wrap,
): Promise<Cell[][]> {
  const config = {
    ...(wrap ? unnamed(statement) : named(session, statement)),
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

/** Runs a statement of the catalogue, with values as the driver parses them. */
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
 * @param take stores a row, or returns an error, which closes the session and rejects the promise
 * @returns the columns
 */
function send<Row extends QueryResultRow>(
  session: Session,
  query: Query<Row>,
  wrap = unchanged,
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
      // A transaction has one result for each statement; only that of this query has columns.
      resolve(Array.isArray(results) ? results.flatMap(({ fields }) => fields) : results.fields)
    })
    session.query(wrap(query))
  })
}

interface QueryOptions {
  readonly text: string
  readonly name?: string
  readonly queryMode?: string
}

/** The server caches the plan of a named statement. */
function named({ prepared }: Session, statement: CompiledStatement): QueryOptions {
  if (statement.needsFreshPlan) return unnamed(statement)
  const { name, text } = preparedStatement(statement.sql)
  prepared.add(name)
  return { name, text }
}

/**
 * Behind a pooler, the next execution may be in a session without a statement of this name. And the
 * driver would take the preparation of the added messages for that of a named statement.
 */
function unnamed({ sql }: CompiledStatement): QueryOptions {
  return { text: sql, queryMode: 'extended' }
}
