/** A connection of pg, and the functions that run a statement on it. */
import { Client, Query, type ClientConfig, type QueryResultRow, type Submittable } from 'pg'
import type { CatalogueStatement } from '../../src/dialect/catalogue'
import { messageLimit, ResultTooLargeError, sizeOfRow } from '../../src/dialect/result-size'
import type { Cell } from '../../src/dialect/schema'
import type { PoolerMode } from '../../src/dialect/server-facts'
import type { CompiledStatement } from '../../src/dialect/statement'
import { isAsPlanned, TableChangedError } from '../../src/dialect/table-changed'
import { preparedStatement, SessionStatements } from './prepared-statement'
import { isOfType } from './result-type'
import { RowSizeLimit } from './row-size-limit'
import { RowsQuery, type PreparingConnection, type RowsStatement } from './rows-query'

export class Session extends Client {
  readonly rowSizeLimit: RowSizeLimit

  /** @param another makes another session of the same server, which is not connected */
  constructor(
    config: ClientConfig,
    readonly another: () => Session,
  ) {
    super(config)
    this.rowSizeLimit = new RowSizeLimit(this.connection, config.ssl !== false)
  }

  /**
   * The number of the server's process and the key that cancels its statement; the types of pg lack
   * them. Some servers send neither.
   */
  declare readonly processID: number | null
  declare readonly secretKey: number | null
  declare readonly connection: PreparingConnection
  /** Whether no statement runs; the types of pg lack it. */
  declare readonly readyForQuery: boolean
  /** Set if other programs use the same session of the server. */
  pooler?: PoolerMode
  readonly prepared = new SessionStatements()

  /** Closes the socket at once: only this stops the server from sending the rest of a result. */
  drop(): void {
    this.connection.stream.destroy()
  }
}

/** Adds messages to those that a query sends. */
export type Wrap = <Sent extends Submittable>(query: Sent) => Sent

/**
 * Returns cells as the server's text: the driver's own parsers lose digits and time zones.
 * @param wrap absent if the query is sent as it is
 * @throws ResultTooLargeError after it has closed the session
 * @throws TableChangedError
 */
export function readCells(
  session: Session,
  statement: CompiledStatement,
  maxBytes: number,
  wrap?: Wrap,
): Promise<Cell[][]> {
  const text = wrap ? { text: statement.sql } : nameStatement(session, statement)
  return new Promise((resolve, reject) => {
    const rows: Cell[][] = []
    let bytes = 0
    const refuse = (): void => {
      reject(new ResultTooLargeError(maxBytes))
      session.drop()
    }
    session.rowSizeLimit.set(messageLimit(maxBytes), refuse)
    const query = new RowsQuery(session.connection, text, statement.bindings, {
      onRow: (row) => {
        bytes += sizeOfRow(row)
        if (bytes <= maxBytes) rows.push(row)
        else refuse()
      },
      onError: (error) => {
        session.rowSizeLimit.clear()
        reject(error)
      },
      onEnd: (fields) => {
        session.rowSizeLimit.clear()
        if (isAsPlanned(statement, fields, isOfType)) resolve(rows)
        else reject(new TableChangedError())
      },
    })
    session.query(wrap?.(query) ?? query)
  })
}

/** Runs a statement of the catalogue, with values as the driver parses them. */
export function readObjects(
  session: Session,
  { sql, bindings }: CatalogueStatement,
  wrap?: Wrap,
): Promise<unknown[]> {
  const config = { text: sql, values: [...bindings], queryMode: 'extended' }
  return new Promise((resolve, reject) => {
    const rows: unknown[] = []
    const query = new Query<QueryResultRow>(config)
    query.on('row', (row) => rows.push(row))
    query.on('error', reject)
    query.on('end', () => {
      resolve(rows)
    })
    session.query(wrap?.(query) ?? query)
  })
}

/**
 * Names the statement, so that each session parses and plans it once. One that needs a fresh plan gets no
 * name, and none behind a pooler: its next execution may be in a session that has not prepared it. Not for a
 * statement with messages that `wrap` adds: the driver would mistake their preparation for that of the named
 * statement.
 */
function nameStatement({ prepared, pooler }: Session, statement: CompiledStatement): RowsStatement {
  if (statement.needsFreshPlan || pooler !== undefined) return { text: statement.sql }
  const named = preparedStatement(statement.sql)
  prepared.add(named)
  return named
}
