/**
 * Runs a statement in a transaction of its own with its own settings, in one write. Nothing outlives it:
 * neither the settings of a caller, nor what functions set that the statement calls, nor any state on a session of
 * the server that others use too. One exception: a pooler in statement mode allows no `rollback`, so what such
 * functions set remains.
 */
import type { Connection, Submittable } from 'pg'
import type { Wrap } from './rows-query'
import type { Session } from './session'
import type { SessionSettings } from './session-settings'

export interface LocalSettings {
  /** SQL that applies the settings until the transaction ends; see `applyLocally`. */
  readonly text: string
  /** Values of its parameters. */
  readonly values: readonly string[]
}

/**
 * SQL that applies settings until the transaction ends. It returns no rows.
 * @param settings SQL by name
 */
export function applyLocally(settings: SessionSettings): string {
  const rows = Object.entries(settings).map(([name, setting]) => `('${name}', ${setting})`)
  return `select from (values ${rows.join(', ')}) as s (name, setting)
    where pg_catalog.set_config(s.name, s.setting, true) is null`
}

interface OwnTransaction {
  /** Absent if the settings of the session apply. */
  readonly settings?: LocalSettings
  /** See `CompiledStatement`. */
  readonly mayChangeSession: boolean
  /** Called when the server has applied the settings, before it runs the statement. */
  readonly onApplied?: () => void
}

/** @param run sends the query that `wrap` returns */
export async function inTransaction<Result>(
  session: Session,
  { settings, mayChangeSession, onApplied = () => undefined }: OwnTransaction,
  run: (wrap: Wrap) => Promise<Result>,
): Promise<Result> {
  const applied = settings ? [settings] : []
  // Here all messages up to a Sync are one transaction, and a failure ends it.
  // https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
  if (session.pooler === 'statement') {
    return run((query) => withMessages(query, [ISOLATION, ...applied], [], onApplied))
  }
  try {
    // With `begin`, a proxy such as pgpool-II may add a Sync between these messages.
    const end = mayChangeSession ? ROLLBACK : COMMIT
    return await run((query) => withMessages(query, [BEGIN, ...applied], [end], onApplied))
  } catch (error) {
    await session.query('rollback').catch(() => {
      session.drop()
    })
    throw error
  }
}

/** For a query without other settings, on a session that has none yet or that other programs use too. */
export const readCommitted: Wrap = (query) => withMessages(query, [ISOLATION], [], () => undefined)

/**
 * The default may be `serializable`: then a hot standby refuses every query, and reads of a primary can fail
 * or wait because of other transactions.
 * https://www.postgresql.org/docs/current/hot-standby.html#HOT-STANDBY-CAVEATS
 * https://www.postgresql.org/docs/current/transaction-iso.html#XACT-SERIALIZABLE
 */
const BEGIN = { text: 'begin transaction isolation level read committed, read only', values: [] }
const COMMIT = { text: 'commit', values: [] }

/**
 * A function can set settings of the session, which a commit would keep. To undo them, a savepoint would do too, but
 * a standby ends the whole session if the replay of the primary cancels a statement after one.
 * https://www.postgresql.org/docs/current/sql-set.html
 */
const ROLLBACK = { text: 'rollback', values: [] }

/**
 * For a transaction without `begin`; the next one has the default again. `set transaction` would do the same,
 * and add a warning to the server's log.
 * https://www.postgresql.org/docs/current/runtime-config-client.html#GUC-TRANSACTION-ISOLATION
 */
const ISOLATION = { text: "set transaction_isolation = 'read committed'", values: [] }

/** Sends further statements before and after that of the query, before its Sync. */
function withMessages<Sent extends Submittable>(
  query: Sent,
  before: readonly LocalSettings[],
  after: readonly LocalSettings[],
  onApplied: () => void,
): Sent {
  const sent: Submittable = query
  const { submit } = sent
  sent.submit = (connection) => {
    const extended = Object.create(connection, {
      // The query's last message.
      sync: {
        value: () => {
          for (const statement of after) execute(connection, statement)
          connection.sync()
        },
      },
    }) as Connection
    connection.stream.cork()
    try {
      for (const statement of before) execute(connection, statement)
      submit.call(query, extended)
    } finally {
      connection.stream.uncork()
    }
  }
  afterCompletions(query, before.length, onApplied)
  return query
}

function execute(connection: Connection, { text, values }: LocalSettings): void {
  connection.parse({ name: '', text, types: [] }, true)
  connection.bind({ values: [...values] }, true)
  connection.execute({}, true)
}

/** Shadows the driver's method until the statements before that of the query are complete. */
function afterCompletions(query: Submittable, count: number, call: () => void): void {
  const method = 'handleCommandComplete'
  let missing = count
  Object.defineProperty(query, method, {
    configurable: true,
    value: () => {
      if (--missing > 0) return
      Reflect.deleteProperty(query, method)
      call()
    },
  })
}
