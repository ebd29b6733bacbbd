import { knex } from 'knex'
import { createCatalogue } from '../../src/dialect/catalogue'
import { connectTimeoutOf } from '../../src/dialect/connection-url/connect-timeout'
import type { Connection, ConnectionOptions, DatabaseCaller } from '../../src/dialect/dialect'
import type { LentSession } from '../../src/dialect/lent-session'
import type { Cell } from '../../src/dialect/schema'
import type { Deadline } from '../../src/dialect/sessions/deadline'
import type { SessionPool } from '../../src/dialect/sessions/session-pool'
import { createSessionPool } from '../../src/dialect/sessions/traced-session-pool'
import { throwTableChange } from '../../src/dialect/table-changed'
import { changeDetection } from './change-detection'
import { connectionTarget } from './connection-string'
import { explainFailure } from './explain-failure'
import { describeServer } from './server-facts'
import type { Session } from './session'
import { sessionDriver } from './session-driver'
import { settingsFor, setUpOf } from './session-settings'
import { keepsTransactions } from './snapshot'
import { StatementRunner } from './statement-runner'
import { describeUser } from './user-facts'

/** The text of all statements that read the catalogue as a caller sees it, to measure their durations together. */
const CALLER_CATALOGUE = '-- the catalogue as a caller sees it'

/**
 * Error codes of a statement whose table has changed since the catalogue was read.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const TABLE_CHANGES: ReadonlySet<string> = new Set([
  '0A000', // feature_not_supported: by the new collation of a column
  '3F000', // invalid_schema_name
  '42501', // insufficient_privilege
  '42703', // undefined_column
  '42704', // undefined_object: a type
  '42804', // datatype_mismatch
  '42809', // wrong_object_type
  '42846', // cannot_coerce
  '42883', // undefined_function: no such operator for the type
  '42P01', // undefined_table
  '42P21', // collation_mismatch
  '42P22', // indeterminate_collation
  '55000', // object_not_in_prerequisite_state: a materialized view without data
])

const explainTableChange = (error: unknown): never => throwTableChange(error, TABLE_CHANGES)

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
        .use((session, deadline) => runner.readRows(session, statement, deadline, caller), {
          signal,
          statement: statement.sql,
        })
        .catch(explainTableChange)
  const catalogue = createCatalogue(builder, (statement) =>
    sessions.use((session, deadline) => runner.readObjects(session, statement, deadline), {
      statement: statement.sql,
      isCatalogue: true,
    }),
  )
  return {
    builder,
    sessions,
    catalogue,
    readRows: rowsFor(),
    withSession: (work, { sql: statement, ...request }) =>
      sessions.lend(
        (session, deadline) => work(toLentSession(session, deadline, sessions, runner)),
        { ...request, statement },
      ),
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
          { statement: CALLER_CATALOGUE, isCatalogue: true },
        ),
    }),
    close: () => sessions.close(),
  }
}

function toLentSession(
  session: Session,
  deadline: Deadline,
  sessions: SessionPool<Session>,
  runner: StatementRunner,
): LentSession {
  let isInSnapshot = false
  return {
    readRows: (statement) => {
      deadline.restart()
      const read = (): Promise<Cell[][]> =>
        isInSnapshot
          ? runner.readRowsOfSnapshot(session, statement)
          : runner.readRows(session, statement, deadline)
      return sessions.withStatementSpan(session, statement.sql, read).catch(explainTableChange)
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
