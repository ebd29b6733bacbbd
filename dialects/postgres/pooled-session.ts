/**
 * Sessions behind a pooler. After each transaction, the pooler gives the server's session to another
 * program. So each statement runs in a transaction of its own, with its settings, and leaves no state.
 * https://www.pgbouncer.org/features.html
 */
import type { Connection, Query } from 'pg'
import type { Session, Wrap } from './session'

/** The pooler's mode is `statement`: it gives out the server's session for one statement only. */
export class NoTransactionsError extends Error {
  readonly code = 'NO_TRANSACTIONS'
}

/**
 * Whether the session is behind a pooler: the process id that the server reports then differs from the
 * one at the start of the connection. Must be called before anything is set on the session.
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

/** SQL that applies the settings until the transaction ends. It returns no rows. */
export function localSettings(settings: Readonly<Record<string, string | number>>): string {
  const rows = Object.entries(settings).map(([name, setting]) => `('${name}', '${setting}')`)
  return `select from (values ${rows.join(', ')}) as s (name, setting)
    where pg_catalog.set_config(s.name, s.setting, true) is null`
}

/**
 * Runs one statement; behind a pooler, in a transaction of its own that starts with the settings.
 * @param run sends the query that `wrap` returns
 */
export function runStatement<Result>(
  session: Session,
  settings: string,
  run: (wrap?: Wrap) => Promise<Result>,
): Promise<Result> {
  if (!session.isPooled) return run()
  return withRollback(session, () => run((query) => asTransaction(query, settings)))
}

/** Sends the statement in a transaction of its own, in one round trip. */
function asTransaction(query: Query, settings: string): Query {
  const { submit } = query
  query.submit = (connection) => {
    const committing = Object.create(connection, {
      // The query's last message.
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
      submit.call(query, committing)
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

/** Ends the transaction if the work in it fails. */
export async function withRollback<Result>(
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
