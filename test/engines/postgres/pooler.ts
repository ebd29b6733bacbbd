/** A running pooler, and the differences between poolers. */
import type { TestProgramName } from '../../support/test-programs'

export interface Pooler {
  /** URL of the same database through the pooler. */
  url(databaseUrl: string): string
  stop(): Promise<void>
}

export interface PoolerTests {
  /** @param server URL with the user and the password for the pooler's connections to the server */
  readonly start: (server: URL) => Promise<Pooler>
  /** Maximum number of connections of the app. */
  readonly poolSize: number
  /** Whether the app has its own sessions of the server, so that it can detect changed data; default: false. */
  readonly hasOwnSessions?: boolean
  /** Whether there are fewer requests, and all states of other programs at once; default: false. */
  readonly isBrief?: boolean
  /** The program that the tests need; without it, they are left out. */
  readonly needs: TestProgramName
  /** The end of the description of the server, after its name and version. */
  readonly description: string
}
