import { knex } from 'knex'
import MysqlClient, { type Statement } from 'knex/lib/dialects/mysql2/index.js'
import type { Connection } from 'mysql2'
import type { Connection as DialectConnection, ConnectionOptions } from '../../src/dialect/dialect'
import { acquireSession, poolConfig } from '../../src/dialect/pool'
import type { Cell } from '../../src/dialect/schema'
import { runOnSession, TrustedSessions, withinDeadline } from '../../src/dialect/session'
import { restoreQuestionMarks } from '../../src/dialect/sql-fragment'
import { tellTableChanges } from './changed-table'
import { credentials } from './connection-string'
import { drop, execute, readCells, sessionControl, withSortMemory, type Session } from './session'

/**
 * What every session is set to, whatever the server says: no writes, no half-open transaction that
 * would freeze its view of the data, times in UTC, no modes that change values or cut results. What
 * `default` means is the server's to say, so every value is written out.
 */
const SESSION = (statementTimeout: number): string[] => [
  'set session transaction isolation level repeatable read, read only',
  "set autocommit = 1, time_zone = '+00:00', sql_mode = '', sql_auto_is_null = 0",
  'set sql_select_limit = 18446744073709551615, max_sort_length = 1024',
  // Each server reads the one comment that is for it; MariaDB skips those for MySQL 5.7 to 5.9.
  // https://mariadb.com/kb/en/comment-syntax/
  `set @tablequery = 0 /*!50704 , max_execution_time = ${statementTimeout} */
    /*M! , max_statement_time = ${statementTimeout / 1000} */`,
]

export function connect(connection: string, options: ConnectionOptions): DialectConnection {
  const { statementTimeout, mostBytes } = options
  const driverOptions = {
    ...credentials(connection),
    connectTimeout: options.connectTimeout,
    charset: 'utf8mb4',
    // Values as the server prints them: a Date shifts and a number rounds.
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    jsonStrings: true,
    // Of each session; the server allows 16382 for all of its clients together.
    maxPreparedStatements: 100,
  }
  const trusted = new TrustedSessions<Session>()
  const abandon = (session: Session): void => {
    trusted.distrustAll()
    drop(session)
  }
  const db = knex({
    client: preparingClient(trusted, options.maxWaiting, (session, run) =>
      withinDeadline(session, abandon, statementTimeout, run),
    ),
    connection: driverOptions,
    ...poolConfig(options, {
      afterCreate: (session: Session, done: (error: unknown, session: Session) => void) => {
        trusted.add(session)
        setUp(session, statementTimeout).then(
          () => {
            done(null, session)
          },
          (error: unknown) => {
            done(error, session)
          },
        )
      },
    }),
  })
  const control = sessionControl(db, abandon)
  return {
    db,
    readRows: (statement, signal) =>
      runOnSession(db, control, { statementTimeout, signal }, (session: Session) =>
        withSortMemory(session, () => readCells(session, statement, mostBytes)),
      ).catch(tellTableChanges),
    close: () => db.destroy(),
  }
}

async function setUp(session: Connection, statementTimeout: number): Promise<void> {
  for (const statement of SESSION(statementTimeout)) await session.promise().query(statement)
}

type Guard = <Result>(session: Session, run: () => Promise<Result>) => Promise<Result>

/** Statements of the catalogue run as safely as those of the requests. */
function preparingClient(
  trusted: TrustedSessions<Session>,
  maxWaiting: number,
  guard: Guard,
): typeof MysqlClient {
  return class extends MysqlClient {
    override async _query(session: Session, statement: Statement): Promise<Statement> {
      const options = { ...statement.options, sql: restoreQuestionMarks(statement.sql) }
      const bindings = statement.bindings as Cell[]
      statement.response = await guard(session, () => execute(session, options, bindings))
      return statement
    }

    override acquireConnection(signal?: AbortSignal): Promise<unknown> {
      return acquireSession(this, maxWaiting, signal)
    }

    override async validateConnection(session: Session): Promise<boolean> {
      return trusted.has(session) && (await super.validateConnection(session))
    }
  }
}
