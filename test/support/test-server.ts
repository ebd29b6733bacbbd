/** The interface of the servers that `server.ts` in `test/engines/<engine>` exports as `testServers`. */
export interface TestServer {
  /** Name of the engine in `TEST_ENGINES` and in titles of tests. */
  readonly name: string
  /** Environment variable with the URL of a running server to use instead. */
  readonly urlVariable?: string
  /**
   * Starts a private server with its data in an empty folder.
   * @throws UnavailableError with a remedy if the engine is not available on this machine
   */
  start(folder: string): Promise<RunningServer>
}

export interface RunningServer {
  /** Connects as a user with the privilege to create databases. */
  readonly url: string
  /** Stops the server cleanly and starts it again with its data. Absent if there is no server process. */
  restart?(): Promise<void>
  /** Kills the server, as a crash does. Absent if there is no server process. */
  kill?(): Promise<void>
  /** Starts the server again after `kill`. */
  resume?(): Promise<void>
  stop(): Promise<void>
}
