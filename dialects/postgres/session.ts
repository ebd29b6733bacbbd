/** What is asked of one of pg's connections beyond what knex asks. */
import type pg from 'pg'
import { errorCode } from '../../src/dialect/driver-error'
import { ResultTooLargeError, sizeOfRow } from '../../src/dialect/result-size'
import type { Cell } from '../../src/dialect/schema'
import { discard, type SessionControl } from '../../src/dialect/session'
import type { CompiledStatement } from '../../src/dialect/sql-fragment'
import { isAsPlanned, TableChangedError } from '../../src/dialect/table-changed'
import { cancelStatement } from './cancel-request'
import { isPooled } from './pooled-session'
import { MOST_STATEMENTS, preparedStatement } from './prepared-statement'
import { isOfType } from './result-type'

/**
 * What the types of pg leave out: the server's process and the key to cancel its statement by, which
 * not every server gives.
 */
export type Session = pg.Client & {
  readonly processID: number | null
  readonly secretKey: number | null
  readonly connection: { readonly stream: { destroy(): void } }
}

const preparedBy = new WeakMap<Session, Set<string>>()

/** Values come as the text that the server printed: the driver's own parsers lose digits and zones. */
const types = { getTypeParser: () => (text: string) => text }

/**
 * @param wrap what is sent in the place of the statement alone
 * @throws ResultTooLargeError; the session is gone then
 * @throws TableChangedError
 */
export function readCells(
  session: Session,
  driver: Pick<typeof pg, 'Query'>,
  statement: CompiledStatement,
  mostBytes: number,
  wrap = (query: pg.Query): pg.Query => query,
): Promise<Cell[][]> {
  const config = {
    ...sentStatement(session, statement),
    values: [...statement.bindings],
    rowMode: 'array',
    types,
  }
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
    query.on('end', (results: pg.QueryResult | pg.QueryResult[]) => {
      // One for each statement of a transaction; only the one asked for has columns.
      const fields = Array.isArray(results)
        ? results.flatMap((result) => result.fields)
        : results.fields
      if (isAsPlanned(statement, fields, isOfType)) resolve(rows)
      else reject(new TableChangedError())
    })
    session.query(wrap(query))
  })
}

/** At once; there is no other way to have the rest of a result withheld. */
export function drop(session: Session): void {
  discard(session)
  session.connection.stream.destroy()
}

function sentStatement(
  session: Session,
  { sql, isPlannedAnew }: CompiledStatement,
): pg.QueryConfig & { queryMode?: string } {
  // A plan is kept under a name. And the next statement may run in another session of a pooler, where
  // no name is known.
  if (isPlannedAnew || isPooled(session)) return { text: sql, queryMode: 'extended' }
  const statement = preparedStatement(sql)
  noteStatement(session, statement.name)
  return { ...statement }
}

/** The driver forgets no statement, so the next borrower of a session with many gets a new one. */
function noteStatement(session: Session, name: string): void {
  const prepared = preparedBy.get(session) ?? new Set()
  preparedBy.set(session, prepared)
  prepared.add(name)
  if (prepared.size >= MOST_STATEMENTS) discard(session)
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
