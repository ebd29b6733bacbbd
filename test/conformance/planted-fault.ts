/** Checks that the kit finds a planted fault, and that the check that finds it is the one that names it. */
import { failuresOf, runConformance } from '../../src/conformance'
import type { Changes, RunningImplementation } from './implementations'

export interface PlantedFault {
  readonly fault: string
  readonly changes: Changes
  /** The implementation needs a key. */
  readonly apiKey?: true
  /** The first check that must fail among those of its topic. */
  readonly caughtBy: string
}

/** Narrow tables, because each column costs requests. */
const TABLES = ['people', 'numbers', 'no_key', 'empty_table']

/** Runs the checks of the fault's topic, and returns the first one that fails. */
export async function firstFailure(
  { baseUrl }: RunningImplementation,
  { caughtBy }: PlantedFault,
  headers: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  const [topic] = caughtBy.split('/')
  const only = (id: string): boolean => id.startsWith(`${topic}/`)
  const report = await runConformance({ baseUrl, headers, level: 'sameness', only, tables: TABLES })
  return failuresOf(report)[0]?.check.id
}
