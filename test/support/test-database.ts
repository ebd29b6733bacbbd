/** What `database.ts` in `test/engines/<engine>` exports as `createTestDatabase`. */
export interface TestDatabase {
  /** Connects as a user who may do everything in this database. */
  readonly url: string
  /** How many statements of the program the database itself says that it is working on. */
  runningStatements(): Promise<number>
  /** How many connections the program has to it. */
  sessions(): Promise<number>
  /** Ends them all, as an administrator may. */
  endSessions(): Promise<void>
  drop(): Promise<void>
}

/** Makes an empty database on a server, or a file in SQLite's folder. */
export type CreateTestDatabase = (serverUrl: string, name: string) => Promise<TestDatabase>
