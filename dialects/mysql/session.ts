/** A connection of mysql2, and the functions that run a statement on it. */
import type { Connection, FieldPacket, QueryOptions, RowDataPacket } from 'mysql2'
import type { CatalogueStatement } from '../../src/dialect/catalogue'
import { messageLimit, ResultTooLargeError, sizeOfRow } from '../../src/dialect/result-size'
import type { Cell } from '../../src/dialect/schema'
import type { CompiledStatement } from '../../src/dialect/statement'
import { isAsPlanned, TableChangedError } from '../../src/dialect/table-changed'
import { addPrepared } from './prepared-statements'
import { isOfType } from './result-field'
import { RowSizeLimit } from './row-size-limit'
import { isVector, withVectorBytes, type DriverCell } from './vector-cells'

/** The types of mysql2 leave the socket out, and options of a statement by which it was prepared. */
export type Session = Connection & {
  /** Closes a prepared statement. @returns undefined if the session has not prepared it */
  unprepare(statement: QueryOptions): unknown
  readonly stream: {
    readonly readable: boolean
    readonly writable: boolean
    /** Why the server's certificate is not accepted; only of an encrypted socket. */
    readonly authorizationError?: unknown
    /** Version of TLS; only of an encrypted socket. */
    getProtocol?(): string | null
    destroy(): void
    prependListener(event: 'data', listener: (chunk: Buffer) => void): unknown
    off(event: 'data', listener: (chunk: Buffer) => void): unknown
  }
}

/** Runs a statement of the catalogue. */
export function readObjects(
  session: Session,
  { sql, bindings }: CatalogueStatement,
): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const values = textValues(bindings)
    session.execute<RowDataPacket[]>(addPrepared(session, { sql }), values, (error, rows) => {
      if (error) reject(error)
      else resolve(rows)
    })
  })
}

/**
 * Runs a statement that the server prepares once for each session. Without that, the driver would write
 * the values into the text with backslashes as escapes, which NO_BACKSLASH_ESCAPES turns into plain
 * text: an injection.
 * @throws ResultTooLargeError after it has closed the session
 * @throws TableChangedError
 */
export function readCells(
  session: Session,
  planned: CompiledStatement,
  maxBytes: number,
): Promise<Cell[][]> {
  const { sql, bindings } = planned
  let fail: (error: Error) => void = () => undefined
  let unwatch: () => void = () => undefined
  return new Promise<Cell[][]>((resolve, reject) => {
    fail = reject
    // When the connection is lost, a statement without a callback emits no error; the connection does.
    // https://github.com/sidorares/node-mysql2/blob/v3.24.0/lib/base/connection.js: _notifyError
    session.on('error', fail)
    const refuse = (): void => {
      reject(new ResultTooLargeError(maxBytes))
      // Only this stops the server from sending the rest.
      session.stream.destroy()
    }
    unwatch = new RowSizeLimit(messageLimit(maxBytes), refuse).watch(session)
    const prepared = addPrepared(session, { sql, rowsAsArray: true })
    const statement = session.execute(prepared, textValues(bindings))
    const rows: Cell[][] = []
    let fields: readonly FieldPacket[] = []
    let haveVectors = false
    let bytes = 0
    statement.on('fields', (described: FieldPacket[]) => {
      fields = described
      haveVectors = described.some(isVector)
    })
    statement.on('result', (row: unknown) => {
      const cells = haveVectors ? withVectorBytes(row as DriverCell[]) : (row as Cell[])
      bytes += sizeOfRow(cells)
      if (bytes <= maxBytes) rows.push(cells)
      else refuse()
    })
    statement.on('error', reject)
    statement.on('end', () => {
      if (isAsPlanned(planned, fields, isOfType)) resolve(rows)
      else reject(new TableChangedError())
    })
  }).finally(() => {
    session.off('error', fail)
    unwatch()
  })
}

/** The driver would round a bigint to a number. */
function textValues(bindings: readonly Cell[]): (string | number | Buffer | null)[] {
  return bindings.map((value) => (typeof value === 'bigint' ? String(value) : value))
}

/** Runs a statement without values and rows. */
export async function run(session: Session, statement: string): Promise<void> {
  await session.promise().query(statement)
}

/**
 * Gives the session the present privileges on its database: it keeps them from one USE to the next, so a grant that
 * changes meanwhile has no effect on it. https://dev.mysql.com/doc/refman/en/privilege-changes.html
 */
export function renewGrants(session: Session, database: string): Promise<void> {
  return run(session, `use \`${database.replaceAll('`', '``')}\``)
}

/** Runs a statement without values, and returns its rows as objects. */
export async function rowsOf(session: Session, statement: string): Promise<RowDataPacket[]> {
  const [rows] = await session.promise().query<RowDataPacket[]>(statement)
  return rows
}
