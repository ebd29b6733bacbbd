/** Sends a statement to the driver, and collects its rows. */
import { Query, type Connection, type FieldDef, type QueryResultRow, type Submittable } from 'pg'
import type { CatalogueStatement } from '../../src/dialect/catalogue'
import { messageLimit, ResultTooLargeError, sizeOfRow } from '../../src/dialect/result-size'
import type { Cell } from '../../src/dialect/schema'
import type { CompiledStatement } from '../../src/dialect/statement'
import { isAsPlanned, TableChangedError } from '../../src/dialect/table-changed'
import { preparedStatement } from './prepared-statement'
import { isOfType } from './result-type'
import type { Session } from './session'

/** The part of pg's connection that its types lack. */
export interface PreparingConnection extends Connection {
  /** Texts of the statements that the server has prepared, by name. */
  readonly parsedStatements: Readonly<Record<string, string>>
}

interface RowsStatement {
  /** The server caches the plan of a named statement. */
  readonly name?: string
  readonly text: string
}

interface RowsEvents {
  onRow(row: Cell[]): void
  onError(error: Error): void
  /** @param fields the columns */
  onEnd(fields: readonly FieldDef[]): void
}

/**
 * The driver calls `submit`, then a handler for each message of the server. Its own `Query` also makes a
 * result with parsers and an event for each row, which is a third of the driver's time for ten rows.
 */
class RowsQuery implements Submittable {
  /** The driver remembers the name and text once the server has prepared them. */
  readonly name: string | undefined
  readonly text: string
  private fields: readonly FieldDef[] = []

  constructor(
    private readonly connection: PreparingConnection,
    { name, text }: RowsStatement,
    private readonly bindings: readonly Cell[],
    private readonly events: RowsEvents,
  ) {
    this.name = name
    this.text = text
  }

  /** Sends all messages at once. */
  submit(connection: Connection): void {
    const { name = '', text } = this
    connection.stream.cork()
    try {
      if (this.connection.parsedStatements[name] === undefined) {
        connection.parse({ name, text, types: [] }, true)
      }
      connection.bind({ statement: name, values: this.bindings.map(asParameter) }, true)
      connection.describe({ type: 'P', name: '' }, true)
      connection.execute({}, true)
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.fields = fields
  }

  handleDataRow({ fields }: { readonly fields: Cell[] }): void {
    this.events.onRow(fields)
  }

  handleError(error: Error): void {
    this.events.onError(error)
  }

  handleReadyForQuery(): void {
    this.events.onEnd(this.fields)
  }

  handleCommandComplete(): void {
    // The next message says that the server is ready.
  }

  handleEmptyQuery(): void {
    // As above.
  }
}

function asParameter(cell: Cell): string | Buffer | null {
  return typeof cell === 'bigint' || typeof cell === 'number' ? String(cell) : cell
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
