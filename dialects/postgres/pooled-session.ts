/**
 * Sessions behind a pooler. After each transaction it lends the server's session to another program,
 * so each statement brings its settings along, in a transaction of its own, and leaves nothing behind.
 * https://www.pgbouncer.org/features.html
 */
import type { Statement } from 'knex/lib/dialects/postgres/index.js'
import type pg from 'pg'
import { discard } from '../../src/dialect/session'
import type { Session } from './session'

const pooled = new WeakSet<Session>()

export function isPooled(session: Session): boolean {
  return pooled.has(session)
}

/** The pooler lends the server's session for one statement alone. */
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
  pooled.add(session)
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

/** Sends the statement in a transaction of its own, all in one message. */
export function asTransaction(query: pg.Query, settings: string): pg.Query {
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
    }) as pg.Connection
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

function execute(connection: pg.Connection, text: string): void {
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
      discard(session)
    })
    throw error
  }
}

/** In a transaction that knex has begun. */
const begun = new WeakSet<Session>()

/**
 * Runs a statement of knex.
 * @param query sends it as it is
 */
export async function queryPooled(
  session: Session,
  driver: Pick<typeof pg, 'Query'>,
  statement: Statement,
  settings: string,
  query: () => Promise<Statement>,
): Promise<Statement> {
  const { sql, bindings } = statement
  if (/^begin/i.test(sql)) {
    begun.add(session)
    await query()
    await session.query(settings)
  } else if (begun.has(session)) {
    if (/^(commit|rollback)/i.test(sql)) begun.delete(session)
    await query()
  } else {
    const asked = { text: sql, values: [...bindings] }
    statement.response = await rollingBack(session, () =>
      queryAlone(session, driver, asked, settings),
    )
  }
  return statement
}

function queryAlone(
  session: Session,
  driver: Pick<typeof pg, 'Query'>,
  asked: { text: string; values: unknown[] },
  settings: string,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const config = { ...asked, queryMode: 'extended' }
    const query = new driver.Query(config, (error: Error | undefined, results: unknown) => {
      if (error) {
        reject(error)
        return
      }
      // One for each statement of the transaction; only the one asked for has columns.
      const own = [results as pg.QueryResult].flat().find(({ fields }) => fields.length > 0)
      if (own) resolve(own)
      else reject(new Error('the statement gives no columns'))
    })
    session.query(asTransaction(query, settings))
  })
}
