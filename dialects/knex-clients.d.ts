/**
 * knex's own clients, which its types leave out: a dialect extends one to decide how a session is
 * opened and how a statement reaches the driver.
 */
declare module 'knex/lib/dialects/*' {
  import { knex } from 'knex'

  /** A compiled statement; `_query` adds the driver's answer as `response`. */
  interface Statement {
    sql: string
    bindings: readonly unknown[]
    options?: Record<string, unknown>
    response?: unknown
  }

  class Client extends knex.Client {
    acquireConnection(signal?: AbortSignal): Promise<unknown>
    _query(connection: unknown, statement: Statement): Promise<Statement>
  }
  export type { Statement }
  export default Client
}
