/**
 * Settings that last for one statement, for sessions of the server that other programs use too.
 *
 * All messages up to a Sync are one transaction. So the settings precede the statement: they end with
 * it, also when it fails, in one round trip. Poolers in statement mode do not divide these messages.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
import type { Connection, Query } from 'pg'
import type { Wrap } from './session'

export interface LocalSettings {
  /** SQL that applies the settings until the transaction ends; see `localSettings`. */
  readonly text: string
  /** Values of its parameters. */
  readonly values: readonly string[]
  /** Name of the SQL, if the server's session has prepared it. */
  readonly preparedAs?: string
}

/** SQL that applies settings until the transaction ends. It returns no rows. @param settings SQL by name */
export function applyLocally(settings: Readonly<Record<string, string>>): string {
  const rows = Object.entries(settings).map(([name, setting]) => `('${name}', ${setting})`)
  return `select from (values ${rows.join(', ')}) as s (name, setting)
    where pg_catalog.set_config(s.name, s.setting, true) is null`
}

/** @param onApplied called when the server has applied the settings, before it runs the statement */
export function withSettings(
  settings: LocalSettings,
  onApplied: () => void = () => undefined,
): Wrap {
  return (query) => {
    const { submit } = query
    query.submit = (connection) => {
      connection.stream.cork()
      try {
        sendSettings(connection, settings)
        submit.call(query, connection)
      } finally {
        connection.stream.uncork()
      }
    }
    afterFirstCompletion(query, onApplied)
    return query
  }
}

function sendSettings(
  connection: Connection,
  { text, values, preparedAs = '' }: LocalSettings,
): void {
  if (preparedAs === '') connection.parse({ name: '', text, types: [] }, true)
  connection.bind({ statement: preparedAs, values: [...values] }, true)
  connection.execute({}, true)
}

/** Shadows the driver's method once: the first completion is that of the settings. */
function afterFirstCompletion(query: Query, call: () => void): void {
  const method = 'handleCommandComplete'
  Object.defineProperty(query, method, {
    configurable: true,
    value: () => {
      Reflect.deleteProperty(query, method)
      call()
    },
  })
}
