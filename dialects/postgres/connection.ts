import { knex } from 'knex'
import { createCatalogue } from '../../src/dialect/catalogue'
import { connectTimeoutOf } from '../../src/dialect/connection-url/host-choice'
import type { Connection, ConnectionOptions, DatabaseCaller } from '../../src/dialect/dialect'
import type { LentSession } from '../../src/dialect/lent-session'
import type { Cell } from '../../src/dialect/schema'
import type { Deadline } from '../../src/dialect/sessions/deadline'
import { createSessionPool } from '../../src/dialect/sessions/traced-session-pool'
import { changeDetection } from './change-detection'
import { throwTableChange } from './changed-table'
import { connectionTarget } from './connection-string'
import { explainFailure } from './explain-failure'
import { describeServer } from './server-facts'
import type { Session } from './session'
import { sessionDriver } from './session-driver'
import { settingsFor, setUpOf } from './session-settings'
import { keepsTransactions } from './snapshot'
import { StatementRunner } from './statement-runner'
import { describeUser } from './user-facts'

/** Stands for the statements that read the catalogue as a caller sees it. */
const CALLER_CATALOGUE = '-- the catalogue as a caller sees it'

export function connect(connection: string, options: ConnectionOptions): Connection {
  const settings = settingsFor(options.statementTimeout)
  const runner = new StatementRunner(settings, options)
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
  const rowsFor =
    (caller?: DatabaseCaller): Connection['readRows'] =>
    (statement, signal) =>
      sessions
        .use(
          (session, deadline) => runner.readRows(session, statement, deadline, caller),
          signal,
          statement.sql,
        )
        .catch(throwTableChange)
  const lent = (session: Session, deadline: Deadline): LentSession => {
    let isInSnapshot = false
    return {
      readRows: (statement) => {
        deadline.restart()
        const read = (): Promise<Cell[][]> =>
          isInSnapshot
            ? runner.readRowsOfSnapshot(session, statement)
            : runner.readRows(session, statement, deadline)
        return sessions.recorded(session, statement.sql, read).catch(throwTableChange)
      },
      ...(keepsTransactions(session) && {
        inSnapshot: (lock, work) => {
          isInSnapshot = true
          return runner.inSnapshot(session, lock, work).finally(() => {
            isInSnapshot = false
          })
        },
      }),
    }
  }
  const catalogue = createCatalogue(builder, (statement) =>
    sessions.use(
      (session, deadline) => runner.readObjects(session, statement, deadline),
      undefined,
      statement.sql,
    ),
  )
  return {
    builder,
    sessions,
    catalogue,
    readRows: rowsFor(),
    withSession: (work, { sql: statement, signal, isAlreadyWaiting }) =>
      sessions.lend((session, deadline) => work(lent(session, deadline)), {
        signal,
        statement,
        isAlreadyWaiting,
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
                return runner.readObjects(session, statement, deadline, caller)
              }),
            ),
          undefined,
          CALLER_CATALOGUE,
        ),
    }),
    close: () => sessions.close(),
  }
}
