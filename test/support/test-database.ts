/** The interface of `database.ts` in `test/engines/<engine>`. */
export interface TestDatabase {
  /** Connects as a user with all privileges on this database. */
  readonly url: string
  /** Number of running statements of the app, as the database reports it. */
  runningStatements(): Promise<number>
  /** Number of connections of the app. */
  sessions(): Promise<number>
  /** Closes these connections on the server. */
  endSessions(): Promise<void>
  drop(): Promise<void>
}

/** Creates an empty database on a server; for SQLite, a file in its folder. */
export type CreateTestDatabase = (serverUrl: string, name: string) => Promise<TestDatabase>
