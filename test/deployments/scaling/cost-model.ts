/**
 * The model of docs/how-to/scaling.md: what a request costs is a sum of parts that are proportional to the
 * rows of the response and to the rows that a search reads.
 */

/** What one request of a load does, on average. */
export interface Work {
  /** Rows of the response. */
  readonly rows: number
  /** Rows that the database reads to search and count. */
  readonly searched: number
}

/** Seconds of processor time for each request, for each row of a response, and for each row searched. */
export interface Costs {
  readonly request: number
  readonly row: number
  readonly searched: number
}

/** Work of a load, and the seconds of processor time that one request of it took. */
export interface Observation {
  readonly work: Work
  readonly seconds: number
}

/** The costs that explain three loads: short pages, long pages, and short pages with searches. */
export function costsOf(short: Observation, long: Observation, searching: Observation): Costs {
  const row = (long.seconds - short.seconds) / (long.work.rows - short.work.rows)
  const request = short.seconds - row * short.work.rows
  const pages = request + row * searching.work.rows
  return { request, row, searched: (searching.seconds - pages) / searching.work.searched }
}

/** Seconds of processor time of one request. */
export function secondsOf({ request, row, searched }: Costs, work: Work): number {
  return request + row * work.rows + searched * work.searched
}
