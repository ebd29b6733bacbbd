/** The contract of a compared server: how it starts, and how it expresses each request. */

/** A page of 10 rows of the table `bench`, in the order of `id`. */
export interface PageRequest {
  /** Starts at 1. */
  readonly page: number
  /** Text to find in any of the four text columns. */
  readonly filter?: string
  /** Whether the response must have the number of all matching rows. */
  readonly hasTotal: boolean
}

export interface Page {
  /** The ids of the rows. */
  readonly ids: readonly unknown[]
  readonly total?: unknown
}

export interface Peer {
  /** Name in the figures, and in the document and its picture. */
  readonly name: string
  readonly engines: readonly string[]
  /** What it is and how it is set up, as Markdown for the document. */
  readonly description: string
  /**
   * Fetches what the server needs, once for all runs.
   * @throws UnavailableError if it cannot be had on this machine
   */
  readonly prepare?: () => Promise<void>
  /** For a server whose version is not in its description. Call it after `prepare`. */
  readonly version?: () => Promise<string>
  readonly start: (database: BenchDatabase) => Promise<RunningPeer>
  /** Path and query of a request, or `undefined` if the server cannot express it. */
  readonly path: (request: PageRequest) => string | undefined
  readonly parse: (body: unknown) => Page
}

export interface BenchDatabase {
  readonly engine: string
  readonly url: string
}

export interface RunningPeer {
  /** Scheme, host and port. */
  readonly origin: string
  readonly stop: () => Promise<void>
}
