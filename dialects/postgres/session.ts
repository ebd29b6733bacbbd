/** What is asked of one of pg's connections beyond what knex asks. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { errorCode } from '../../src/dialect/driver-error'
import { ResultTooLargeError, sizeOfRow } from '../../src/dialect/result-size'
import type { Cell } from '../../src/dialect/schema'
import { discard, type SessionControl } from '../../src/dialect/session'
import type { CompiledStatement } from '../../src/dialect/sql-fragment'
import { cancelStatement } from './cancel-request'
import { isPooled } from './pooled-session'

/**
 * What the types of pg leave out: the server's process and the key to cancel its statement by, which
 * not every server gives.
 */
export type Session = pg.Client & {
  readonly processID: number | null
  readonly secretKey: number | null
  readonly connection: { readonly stream: { destroy(): void } }
}

/** Statements that a session keeps prepared; the server holds a plan for each in memory. */
const MOST_STATEMENTS = 200

const preparedBy = new WeakMap<Session, Set<string>>()

/** Values come as the text that the server printed: the driver's own parsers lose digits and zones. */
const types = { getTypeParser: () => (text: string) => text }

/**
 * @param wrap what is sent in the place of the statement alone
 * @throws ResultTooLargeError; the session is gone then
 */
export function readCells(
  session: Session,
  driver: Pick<typeof pg, 'Query'>,
  { sql, bindings }: CompiledStatement,
  mostBytes: number,
  wrap = (query: pg.Query): pg.Query => query,
): Promise<Cell[][]> {
  // The next statement may run in another session of a pooler, where no name is known.
  const prepared = isPooled(session)
    ? { queryMode: 'extended' }
    : { name: preparedName(session, sql) }
  const config = { ...prepared, text: sql, values: [...bindings], rowMode: 'array', types }
  const query = new driver.Query<Cell[]>(config)
  return new Promise((resolve, reject) => {
    const rows: Cell[][] = []
    let bytes = 0
    query.on('row', (row: Cell[]) => {
      bytes += sizeOfRow(row)
      if (bytes <= mostBytes) rows.push(row)
      else {
        reject(new ResultTooLargeError(mostBytes))
        drop(session)
      }
    })
    query.on('error', reject)
    query.on('end', () => {
      resolve(rows)
    })
    session.query(wrap(query))
  })
}

/** At once; there is no other way to have the rest of a result withheld. */
export function drop(session: Session): void {
  discard(session)
  session.connection.stream.destroy()
}

/** Statements with a name are parsed once by the server and then known by it. */
function preparedName(session: Session, sql: string): string {
  const prepared = preparedBy.get(session) ?? new Set()
  preparedBy.set(session, prepared)
  const name = statementName(sql)
  prepared.add(name)
  // The driver forgets no statement, so the next borrower gets a new session.
  if (prepared.size >= MOST_STATEMENTS) discard(session)
  return name
}

const names = new Map<string, string>()

function statementName(sql: string): string {
  let name = names.get(sql)
  if (name === undefined) {
    name = createHash('sha256').update(sql).digest('hex').slice(0, 40)
    if (names.size >= 10 * MOST_STATEMENTS) names.clear()
    names.set(sql, name)
  }
  return name
}

export function sessionControl(
  driver: Pick<typeof pg, 'Connection'>,
  abandon: (session: Session) => void,
): SessionControl<Session> {
  return {
    cancel: (session) => cancelStatement(session, driver),
    destroy: drop,
    abandon,
    // https://www.postgresql.org/docs/current/errcodes-appendix.html: query_canceled
    isTimeout: (error) => errorCode(error) === '57014',
  }
}
