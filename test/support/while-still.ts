/** Runs steps of a test while nothing is written to the server. */
import { setTimeout as delay } from 'node:timers/promises'
import type { DialectForTests } from './dialect-for-tests'

/** Milliseconds without a write before the steps; a file has the time of its last write in ticks of at most 10. */
const STILL = 100

/** Milliseconds; MySQL and MariaDB write on their own for some seconds after a change of the data. */
const TIMEOUT = 60_000

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
  while (performance.now() < end) {
    await delay(STILL)
    const still = await writes(url)
    if (still !== before) {
      before = still
      continue
    }
    const seen = await steps()
    const after = await writes(url)
    if (after === before) return seen
    before = after
  }
  throw new Error(`the server has not been still within ${TIMEOUT} ms`)
}
