import { knex } from 'knex'
import PostgresClient, { type Statement } from 'knex/lib/dialects/postgres/index.js'
import type pg from 'pg'
import {
  ConnectionStringError,
  type Connection,
  type ConnectionOptions,
} from '../../src/dialect/dialect'
import { decodedPart, refuseSplitPassword } from '../../src/dialect/connection-text'
import { errorCode, isTimeout } from '../../src/dialect/driver-error'
import { acquireSession, poolConfig } from '../../src/dialect/pool'
import type { Cell } from '../../src/dialect/schema'
import { runOnSession, TrustedSessions, withinDeadline } from '../../src/dialect/session'
import { restoreQuestionMarks, type CompiledStatement } from '../../src/dialect/sql-fragment'
import { runAs, withDbAs } from './caller-session'
import { changeToken } from './change-token'
import { tellTableChanges } from './changed-table'
import {
  asTransaction,
  detectPooler,
  isPooled,
  localSettings,
  queryPooled,
  rollingBack,
} from './pooled-session'
import { withFreshPlan } from './prepared-statement'
import { drop, readCells, sessionControl, type Session } from './session'

/**
 * What every statement runs by, whatever the server, the database or the role say: no writes, and
 * one printed form of each value. https://www.postgresql.org/docs/current/runtime-config-client.html
 */
const settingsFor = (statementTimeout: number): Readonly<Record<string, string | number>> => ({
  default_transaction_read_only: 'on',
  timezone: 'UTC',
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: 1,
  xmlbinary: 'base64',
  statement_timeout: statementTimeout,
})

export function connect(connection: string, options: ConnectionOptions): Connection {
  const { statementTimeout, mostBytes } = options
  const settings = settingsFor(statementTimeout)
  const ofSession = Object.entries(settings)
    .map(([name, setting]) => `set ${name} = '${setting}'`)
    .join(';')
  const ofTransaction = localSettings(settings)
  const changes = changeToken()
  const trusted = new TrustedSessions<Session>()
  const abandon = (session: Session): void => {
    trusted.distrustAll()
    drop(session)
  }
  const setUp = async (session: Session): Promise<void> => {
    trusted.add(session)
    if (await detectPooler(session)) changes.distrust()
    else {
      changes.watch(session)
      await session.query(ofSession)
    }
  }
  const db = knex({
    client: unparsedClient(trusted, options.maxWaiting, ofTransaction, (session, run) =>
      withinDeadline(session, abandon, statementTimeout, run),
    ),
    connection: {
      ...credentials(connection),
      connectionTimeoutMillis: options.connectTimeout,
      application_name: 'tablequery',
    },
    ...poolConfig(options, {
      // One that stays tells that the server has not crashed meanwhile.
      min: 1,
      afterCreate: (session: Session, done: (error: unknown) => void) => {
        setUp(session).then(() => {
          done(null)
        }, done)
      },
    }),
  })
  // knex loads the driver; it takes its time to load where no other database is served.
  const driver = driverOf(db.client as object)
  const control = sessionControl(driver, abandon)
  const read = (session: Session, statement: CompiledStatement): Promise<Cell[][]> => {
    if (!isPooled(session)) return readCells(session, driver, statement, mostBytes)
    const wrap = (query: pg.Query): pg.Query => asTransaction(query, ofTransaction)
    return rollingBack(session, () => readCells(session, driver, statement, mostBytes, wrap))
  }
  return {
    db,
    readRows: (statement, signal) =>
      runOnSession(db, control, { statementTimeout, signal }, (session: Session) =>
        withFreshPlan(statement, () => read(session, statement)),
      ).catch(tellTableChanges),
    changes,
    as: (caller) => ({
      readRows: (statement, signal) =>
        runOnSession(db, control, { statementTimeout, signal }, (session: Session) =>
          withFreshPlan(statement, () =>
            runAs(session, caller, isPooled(session) ? ofTransaction : undefined, () =>
              readCells(session, driver, statement, mostBytes),
            ),
          ),
        ).catch(tellTableChanges),
      withDb: (work) => withDbAs(db, caller, work),
    }),
    close: () => db.destroy(),
  }
}

function driverOf(client: object): Pick<typeof pg, 'Query' | 'Connection'> {
  return (client as { driver: Pick<typeof pg, 'Query' | 'Connection'> }).driver
}

function credentials(connection: string): { connectionString: string } {
  if (!URL.canParse(connection)) {
    throw new ConnectionStringError(
      'the connection must be of the form postgres://user:password@host:5432/database',
    )
  }
  const url = new URL(connection)
  refuseSplitPassword(url)
  decodedPart(url.username, 'user')
  decodedPart(url.password, 'password')
  decodedPart(url.pathname, 'database')
  return { connectionString: connection }
}

type Guard = <Result>(session: Session, run: () => Promise<Result>) => Promise<Result>

/** Statements of the catalogue run as safely as those of the requests. */
function unparsedClient(
  trusted: TrustedSessions<Session>,
  maxWaiting: number,
  settings: string,
  guard: Guard,
): typeof PostgresClient {
  return class extends PostgresClient {
    override _query(session: Session, statement: Statement): Promise<Statement> {
      statement.sql = restoreQuestionMarks(statement.sql)
      const query = (): Promise<Statement> => super._query(session, statement)
      return guard(session, () =>
        isPooled(session)
          ? queryPooled(session, driverOf(this), statement, settings, query)
          : query(),
      )
    }

    override acquireConnection(signal?: AbortSignal): Promise<unknown> {
      return acquireSession(this, maxWaiting, signal)
    }

    override async validateConnection(session: Session): Promise<boolean> {
      return trusted.has(session) && (await super.validateConnection(session))
    }
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html and Node's system errors. */
const FAILURES: Readonly<Record<string, (url: URL) => string>> = {
  ENOTFOUND: ({ hostname }) => `host not found: ${hostname}`,
  EAI_AGAIN: ({ hostname }) => `host not found: ${hostname}`,
  ECONNREFUSED: ({ host }) => `nothing listens at ${host}: connection refused`,
  ETIMEDOUT: ({ host }) => `no answer from ${host}`,
  ECONNRESET: ({ host }) => `${host} closed the connection`,
  '28P01': ({ username }) => `wrong password for user "${decodeURIComponent(username)}"`,
  '28000': ({ username }) => `user "${decodeURIComponent(username)}" is not allowed to connect`,
  '3D000': ({ pathname }) => `no such database: ${decodeURIComponent(pathname.slice(1))}`,
  '42501': () => `the user is not allowed to read the catalogue`,
  '53300': ({ host }) => `${host} has no connection left`,
  NO_TRANSACTIONS: ({ host }) =>
    `the pooler at ${host} allows no transactions: set its mode to transaction or session`,
  '08P01': ({ host }) =>
    `the server or the pooler at ${host} refuses a parameter of the connection, such as ?options=`,
  ENOENT: () => 'a file or a socket that the connection names cannot be opened',
  '57P03': ({ host }) => `${host} is starting up or shutting down`,
}

export function explainFailure(error: unknown, connection: string): string {
  const url = new URL(connection)
  const code = errorCode(error)
  const explain = FAILURES[code]
  if (explain) return explain(url)
  if (isTimeout(error)) return `no answer from ${url.host}`
  if (needsPassword(error)) {
    return `user "${decodeURIComponent(url.username)}" needs a password: write postgres://USER:PASSWORD@HOST/DATABASE, or set PGPASSWORD`
  }
  return `cannot use the database at ${url.host}${code === '' ? '' : ` (${code})`}`
}

/** The driver's own words for a server that asks for a password where none is given. */
function needsPassword(error: unknown): boolean {
  const { message } = error as { message?: unknown }
  return /^SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a /.test(String(message))
}
