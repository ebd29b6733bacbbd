/** The outcome of a run. */
import type { Check, Level } from './check'

export interface Finding {
  readonly message: string
  /** A command that shows it; absent if there was no response. */
  readonly curl?: string
}

/** `data changed`: the table was written to during each attempt, so nothing can be said about it. */
export type Status = 'passed' | 'failed' | 'not applicable' | 'data changed' | 'not run'

export interface Result {
  readonly check: Pick<Check, 'id' | 'level' | 'title' | 'sentences'>
  /** Absent for a check of the service. */
  readonly table?: string
  readonly status: Status
  /** What is wrong. */
  readonly findings: readonly Finding[]
  /** Why the check neither passed nor failed. */
  readonly reason?: string
}

export interface Report {
  readonly baseUrl: string
  readonly level: Level
  readonly results: readonly Result[]
  /** The checked tables. */
  readonly tables: readonly string[]
  /** Listed tables that were not checked. */
  readonly unchecked: readonly string[]
  readonly requests: number
  readonly seconds: number
  /** Every check has run: the maximum number of requests was not reached, and the server kept responding. */
  readonly isComplete: boolean
}

export function failuresOf({ results }: Report): readonly Result[] {
  return results.filter(({ status }) => status === 'failed')
}

export function isComplete(results: readonly Result[]): boolean {
  return results.every(({ status }) => status !== 'not run')
}
