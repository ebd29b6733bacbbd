/** What each dialect's `test-database.ts` exports as `createTestDatabase`. */
export interface TestDatabase {
  /** Connects as a user who may do everything in this database. */
  readonly url: string
  /** How many statements of the program the database itself says that it is working on. */
  runningStatements(): Promise<number>
  drop(): Promise<void>
}

/** Makes an empty database on a server, or a file in SQLite's folder. */
export type CreateTestDatabase = (serverUrl: string, name: string) => Promise<TestDatabase>
