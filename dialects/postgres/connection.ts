import { knex } from 'knex'
import { createCatalogue } from '../../src/dialect/catalogue'
import type { Connection, ConnectionOptions } from '../../src/dialect/dialect'
import { SessionPool } from '../../src/dialect/sessions/session-pool'
import { runAs } from './caller-session'
import { changeDetection } from './change-detection'
import { throwTableChange } from './changed-table'
import { connectionTarget } from './connection-string'
import { explainFailure } from './explain-failure'
import { localSettings, runStatement } from './pooled-session'
import { withFreshPlan } from './prepared-statement'
import { readCells, readObjects, type Session } from './session'
import { sessionDriver } from './session-driver'

/**
 * Settings of every statement, independent of those of the server, the database and the role: no
 * writes, and one printed form of each value.
 * https://www.postgresql.org/docs/current/runtime-config-client.html
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
  const { statementTimeout, maxBytes } = options
  const settings = settingsFor(statementTimeout)
  const sessionSettings = Object.entries(settings)
    .map(([name, setting]) => `set ${name} = '${setting}'`)
    .join(';')
  const transactionSettings = localSettings(settings)
  const callerSettings = ({ isPooled }: Session): string | undefined =>
    isPooled ? transactionSettings : undefined
  const changes = changeDetection()
  const target = connectionTarget(connection)
  const sessions = new SessionPool(sessionDriver(target, sessionSettings, changes), {
    ...options,
    ...target,
    explain: (error, host) => explainFailure(error, connection, host),
    connectTimeout: target.connectTimeout ?? options.connectTimeout,
    // A session that stays open proves that the server has not crashed.
    minIdle: 1,
  })
  const builder = knex({ client: 'pg' })
  return {
    builder,
    sessions,
    catalogue: createCatalogue(builder, (statement) =>
      sessions.use((session) =>
        runStatement(session, transactionSettings, (wrap) => readObjects(session, statement, wrap)),
      ),
    ),
    readRows: (statement, signal) =>
      sessions
        .use(
          (session) =>
            withFreshPlan(statement, () =>
              runStatement(session, transactionSettings, (wrap) =>
                readCells(session, statement, maxBytes, wrap),
              ),
            ),
          signal,
        )
        .catch(throwTableChange),
    changes,
    withRole: (caller) => ({
      readRows: (statement, signal) =>
        sessions
          .use(
            (session) =>
              withFreshPlan(statement, () =>
                runAs(session, caller, callerSettings(session), () =>
                  readCells(session, statement, maxBytes),
                ),
              ),
            signal,
          )
          .catch(throwTableChange),
      withCatalogue: (work) =>
        sessions.use((session, deadline) =>
          runAs(session, caller, callerSettings(session), () =>
            work(
              createCatalogue(builder, (statement) => {
                deadline.restart()
                return readObjects(session, statement)
              }),
            ),
          ),
        ),
    }),
    close: () => sessions.close(),
  }
}
