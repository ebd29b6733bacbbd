/** Runs steps of a test while nothing is written to the server. */
import { setTimeout as delay } from 'node:timers/promises'
import type { DialectForTests } from './dialect-for-tests'

/** Milliseconds without a write before the steps; a file has the time of its last write in ticks of at most 10. */
const STILL = 100

/** The same after a write of the server's own; InnoDB writes changed pages in rounds of a second. */
const STILL_AFTER_ROUNDS = 2000

/** Milliseconds; InnoDB writes for some seconds after a change of the data, on a busy machine for longer. */
const TIMEOUT = 80_000

/** For `jest.setTimeout` of a file with such tests. */
export const STILL_TEST_TIMEOUT = 100_000

/**
 * Returns what the steps have seen while, by the server's own report, nothing was written. If the server wrote
 * something meanwhile, also on its own, the steps have shown nothing and run again; nothing else repeats them.
 */
export async function whileStill<Seen>(
  { writes }: Pick<DialectForTests, 'writes'>,
  url: string,
  steps: () => Promise<Seen>,
): Promise<Seen> {
  const end = performance.now() + TIMEOUT
  let before = await writes(url)
  let since = performance.now()
  let enough = STILL
  while (performance.now() < end) {
    await delay(STILL)
    const isStill = (await writes(url)) === before
    if (isStill && performance.now() - since < enough) continue
    const seen = isStill ? { steps: await steps() } : undefined
    const after = await writes(url)
    if (seen && after === before) return seen.steps
    if (seen) enough = STILL_AFTER_ROUNDS
    before = after
    since = performance.now()
  }
  throw new Error(`the server has not been still within ${TIMEOUT} ms`)
}
