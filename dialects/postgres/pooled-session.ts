/**
 * Sessions behind a pooler. After each transaction it lends the server's session to another program,
 * so each statement brings its settings along, in a transaction of its own, and leaves nothing behind.
 * https://www.pgbouncer.org/features.html
 */
import type { Connection, Query } from 'pg'
import type { Session, Wrap } from './session'

/** The pooler's mode is `statement`: it lends the server's session for one statement only. */
export class NoTransactionsError extends Error {
  readonly code = 'NO_TRANSACTIONS'
}

/**
 * Whether the session is lent by a pooler: then the server has another process at work than the one
 * that it named when the connection began. To be asked before anything is set.
 * @throws NoTransactionsError
 */
export async function detectPooler(session: Session): Promise<boolean> {
  const { rows } = await session.query<{ pid: number }>('select pg_catalog.pg_backend_pid() as pid')
  if (rows[0]?.pid === session.processID) return false
  try {
    await session.query('begin transaction read only')
    await session.query('commit')
  } catch (cause) {
    if (!/transaction/i.test(String(cause))) throw cause
    throw new NoTransactionsError('the pooler allows no transactions', { cause })
  }
  return true
}

/** SQL that sets what is given until the transaction ends. It gives no rows. */
export function localSettings(settings: Readonly<Record<string, string | number>>): string {
  const rows = Object.entries(settings).map(([name, setting]) => `('${name}', '${setting}')`)
  return `select from (values ${rows.join(', ')}) as s (name, setting)
    where pg_catalog.set_config(s.name, s.setting, true) is null`
}

/**
 * Runs one statement: behind a pooler in a transaction of its own, which starts with the settings.
 * @param run sends the query that `wrap` returns
 */
export function alone<Result>(
  session: Session,
  settings: string,
  run: (wrap?: Wrap) => Promise<Result>,
): Promise<Result> {
  if (!session.isPooled) return run()
  return rollingBack(session, () => run((query) => asTransaction(query, settings)))
}

/** Sends the statement in a transaction of its own, all in one message. */
function asTransaction(query: Query, settings: string): Query {
  const { submit } = query
  query.submit = (connection) => {
    const whole = Object.create(connection, {
      // The end of the message.
      sync: {
        value: () => {
          execute(connection, 'commit')
          connection.sync()
        },
      },
    }) as Connection
    connection.stream.cork()
    try {
      execute(connection, 'begin transaction read only')
      execute(connection, settings)
      submit.call(query, whole)
    } finally {
      connection.stream.uncork()
    }
  }
  return query
}

function execute(connection: Connection, text: string): void {
  connection.parse({ name: '', text, types: [] }, true)
  connection.bind({}, true)
  connection.execute({}, true)
}

/** Ends the transaction of a statement that fails. */
export async function rollingBack<Result>(
  session: Session,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    await session.query('rollback').catch(() => {
      session.drop()
    })
    throw error
  }
}
