/** Finds out which conformance check is the first to find a planted fault. */
import { CHECKS, failuresOf, runConformance } from '../../src/conformance'
import { effort, isStress } from '../support/effort'
import type { Changes } from './implementations'

export interface PlantedFault {
  readonly fault: string
  readonly changes: Changes
  /** The implementation needs a key. */
  readonly apiKey?: true
  /** The first check that must fail among those of its topic. */
  readonly caughtBy: string
}

/** Narrow tables, because each column costs requests. */
export const NARROW_TABLES = ['people', 'numbers', 'no_key', 'empty_table']

/** The tables that show each fault; more of them under stress. */
export const TELLING_TABLES = effort(['people', 'empty_table'], NARROW_TABLES)

const IDS = CHECKS.map(({ id }) => id)

/** Milliseconds on a busy machine for a run of all checks, and for the checks of one topic. */
export const RUN_TIME = 180_000
export const TOPIC_TIME = 60_000

/**
 * Runs the check that must find the fault and, under stress, those of its topic before it, and returns the first that
 * fails.
 */
export async function firstFailure(
  { baseUrl }: { readonly baseUrl: string },
  { caughtBy }: PlantedFault,
  headers: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  const topic = caughtBy.slice(0, caughtBy.indexOf('/') + 1)
  const only = (id: string): boolean =>
    isStress ? id.startsWith(topic) && IDS.indexOf(id) <= IDS.indexOf(caughtBy) : id === caughtBy
  const tables = TELLING_TABLES
  const report = await runConformance({ baseUrl, headers, level: 'sameness', only, tables })
  return failuresOf(report)[0]?.check.id
}
