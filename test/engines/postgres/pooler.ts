/** A pooler that a test has started, and what differs between poolers. */
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
  /** Whether the app has sessions of the server for itself, so that it can detect changed data. */
  readonly hasOwnSessions?: boolean
  /** The program without which the tests are left out. */
  readonly needs: TestProgramName
  /** What the program says about the server, after its name and version. */
  readonly description: string
}
