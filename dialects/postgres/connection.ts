import { knex } from 'knex'
import { createCatalogue } from '../../src/dialect/catalogue'
import { connectTimeoutOf } from '../../src/dialect/connection-url/host-choice'
import type { Connection, ConnectionOptions, DatabaseCaller } from '../../src/dialect/dialect'
import type { LentSession } from '../../src/dialect/lent-session'
import type { Cell } from '../../src/dialect/schema'
import type { Deadline } from '../../src/dialect/sessions/deadline'
import { createSessionPool } from '../../src/dialect/sessions/traced-session-pool'
import type { CompiledStatement } from '../../src/dialect/statement'
import { runAs } from './caller-session'
import { changeDetection } from './change-detection'
import { throwTableChange } from './changed-table'
import { connectionTarget } from './connection-string'
import { explainFailure } from './explain-failure'
import { withFreshPlan } from './prepared-statement'
import { describeServer } from './server-facts'
import { readCells, readObjects, type Session, type Wrap } from './session'
import { sessionDriver } from './session-driver'
import { RESET_SETTINGS, settingsFor, setUpOf } from './session-settings'
import { inSnapshot, keepsTransactions } from './snapshot'
import { applyLocally, inTransaction } from './statement-transaction'
import { describeUser } from './user-facts'

/** Adds nothing, but the statement gets no name, as behind a pooler. */
const unnamed: Wrap = (query) => query

/** Stands for the statements that read the catalogue as a caller sees it. */
const CALLER_CATALOGUE = '-- the catalogue as a caller sees it'

export function connect(connection: string, options: ConnectionOptions): Connection {
  const { statementTimeout, maxBytes } = options
  const settings = settingsFor(statementTimeout)
  const statementSettings = { transaction_read_only: "'on'", ...RESET_SETTINGS, ...settings }
  const applied = { text: applyLocally(statementSettings), values: [] }
  const changes = changeDetection()
  const target = connectionTarget(connection)
  const driver = sessionDriver(target, setUpOf(settings), changes, () => {
    changes.disable()
    // In session mode, an idle session would keep a connection of the pooler to the server.
    sessions.keepIdle(0)
  })
  const sessions = createSessionPool(
    driver,
    {
      ...options,
      hostChoice: target,
      explain: (error, host) => explainFailure(error, connection, host),
      connectTimeout: connectTimeoutOf(target, options),
      // A session that stays open proves that the server has not crashed.
      minIdle: 1,
    },
    { system: 'postgresql', namespace: target.database },
  )
  const builder = knex({ client: 'pg' })
  /** @param read sends the query that `wrap` returns */
  const run = <Result>(
    session: Session,
    caller: DatabaseCaller | undefined,
    read: (wrap?: Wrap) => Promise<Result>,
  ): Promise<Result> => {
    if (caller) return runAs(session, caller, statementSettings, read)
    return session.pooler === undefined ? read() : inTransaction(session, applied, read)
  }
  const readOn = (
    session: Session,
    statement: CompiledStatement,
    inTransactionOf: (send: (wrap?: Wrap) => Promise<Cell[][]>) => Promise<Cell[][]>,
  ): Promise<Cell[][]> =>
    withFreshPlan(statement, () =>
      inTransactionOf((wrap) => readCells(session, statement, maxBytes, wrap)),
    )
  const rowsFor =
    (caller?: DatabaseCaller): Connection['readRows'] =>
    (statement, signal) =>
      sessions
        .use(
          (session) => readOn(session, statement, (send) => run(session, caller, send)),
          signal,
          statement.sql,
        )
        .catch(throwTableChange)
  const lent = (session: Session, deadline: Deadline): LentSession => {
    let isInSnapshot = false
    return {
      readRows: (statement) => {
        deadline.restart()
        const wrap = session.pooler === undefined ? undefined : unnamed
        const read = (): Promise<Cell[][]> =>
          readOn(session, statement, (send) =>
            isInSnapshot ? send(wrap) : run(session, undefined, send),
          )
        return sessions.recorded(session, statement.sql, read).catch(throwTableChange)
      },
      ...(keepsTransactions(session) && {
        inSnapshot: (lock, work) => {
          isInSnapshot = true
          const snapshot = { lock, settings: applied, statementTimeout }
          return inSnapshot(session, snapshot, work).finally(() => {
            isInSnapshot = false
          })
        },
      }),
    }
  }
  const catalogue = createCatalogue(builder, (statement) =>
    sessions.use(
      (session) => run(session, undefined, (wrap) => readObjects(session, statement, wrap)),
      undefined,
      statement.sql,
    ),
  )
  return {
    builder,
    sessions,
    catalogue,
    readRows: rowsFor(),
    withSession: (work, { sql: statement, signal, hasPlace }) =>
      sessions.lend((session, deadline) => work(lent(session, deadline)), {
        signal,
        statement,
        hasPlace,
      }),
    describeServer: () => sessions.use(describeServer),
    describeUser: () => describeUser(catalogue),
    changes,
    withRole: (caller) => ({
      readRows: rowsFor(caller),
      withCatalogue: (work) =>
        sessions.use(
          (session, deadline) =>
            work(
              createCatalogue(builder, (statement) => {
                deadline.restart()
                return run(session, caller, (wrap) => readObjects(session, statement, wrap))
              }),
            ),
          undefined,
          CALLER_CATALOGUE,
        ),
    }),
    close: () => sessions.close(),
  }
}
