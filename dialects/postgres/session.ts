/** A connection of pg. */
import { Client, type ClientConfig } from 'pg'
import type { PoolerMode } from '../../src/dialect/server-facts'
import { SessionStatements } from './prepared-statement'
import { RowSizeLimit } from './row-size-limit'
import type { PreparingConnection } from './rows-query'

export class Session extends Client {
  readonly rowSizeLimit: RowSizeLimit

  /** @param another makes another session of the same server, which is not connected */
  constructor(
    config: ClientConfig,
    readonly another: () => Session,
  ) {
    super(config)
    this.rowSizeLimit = new RowSizeLimit(this.connection, config.ssl !== false)
  }

  /**
   * The number of the server's process and the key that cancels its statement; the types of pg lack
   * them. Some servers send neither.
   */
  declare readonly processID: number | null
  declare readonly secretKey: number | null
  declare readonly connection: PreparingConnection
  /** Whether no statement runs; the types of pg lack it. */
  declare readonly readyForQuery: boolean
  /** Set if other programs use the same session of the server. */
  pooler?: PoolerMode
  readonly prepared = new SessionStatements()

  /** Closes the socket at once: only this stops the server from sending the rest of a result. */
  drop(): void {
    this.connection.stream.destroy()
  }
}
