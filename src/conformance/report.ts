/** The outcome of a run. */
import type { Check, Level } from './check'

/** A fault that a check has found. */
export interface Finding {
  /** What does not conform. */
  readonly message: string
  /** A command that reproduces it; absent if there was no response. */
  readonly curl?: string
}

/** `data changed`: the table changed during each attempt, so the check has no result. */
export type Status = 'passed' | 'failed' | 'not applicable' | 'data changed' | 'not run'

/** The outcome of a check, for a table or for the service. */
export interface Result {
  /** What was checked. */
  readonly check: Pick<Check, 'id' | 'level' | 'title' | 'sentences'>
  /** Absent for a check of the service. */
  readonly table?: string
  /** The outcome. */
  readonly status: Status
  /** The faults that it has found. */
  readonly findings: readonly Finding[]
  /** Why the check neither passed nor failed. */
  readonly reason?: string
}

/** The outcome of a run. */
export interface Report {
  /** The checked implementation. */
  readonly baseUrl: string
  /** The checks ran up to this level. */
  readonly level: Level
  /** One for each check of the service, and for each check and table. */
  readonly results: readonly Result[]
  /** The checked tables. */
  readonly tables: readonly string[]
  /** Listed tables that were not checked. */
  readonly unchecked: readonly string[]
  /** Number of requests that were sent. */
  readonly requests: number
  /** Duration of the run in seconds. */
  readonly seconds: number
  /** Every check has run: the maximum number of requests was not reached, and the server kept responding. */
  readonly isComplete: boolean
}

/** The results of checks that failed. */
export function failuresOf({ results }: Report): readonly Result[] {
  return results.filter(({ status }) => status === 'failed')
}

export function isComplete(results: readonly Result[]): boolean {
  return results.every(({ status }) => status !== 'not run')
}
