/** What `server.ts` in `test/engines/<engine>` exports as `testServers`: servers to test against. */
export interface TestServer {
  /** The engine as `TEST_ENGINES` and the titles of tests name it. */
  readonly name: string
  /** Environment variable that names a running server to use instead. */
  readonly urlVariable?: string
  /**
   * Starts a private server with its data in an empty folder.
   * @throws Error that says what to do when the engine cannot be had
   */
  start(folder: string): Promise<RunningServer>
}

export interface RunningServer {
  /** Connects as a user who may create databases. */
  readonly url: string
  /** Ends it as an administrator would, and starts it again with its data. Absent where there is nothing to end. */
  restart?(): Promise<void>
  stop(): Promise<void>
}
