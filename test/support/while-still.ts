/** Runs steps of a test while nothing is written to the server. */
import { setTimeout as delay } from 'node:timers/promises'
import type { DialectForTests } from './dialect-for-tests'

/** Milliseconds without a write before the steps; a file has the time of its last write in ticks of at most 10. */
const STILL = 100

/** The same for a server that may still write on its own; InnoDB writes changed pages in rounds of a second. */
const STILL_AFTER_ROUNDS = 2000

/** Milliseconds; InnoDB writes for some seconds after a change of the data, on a busy machine for longer. */
const TIMEOUT = 80_000

/** For `jest.setTimeout` of a file with such tests. */
export const STILL_TEST_TIMEOUT = 100_000

type Reporting = Pick<DialectForTests, 'writes'>

/**
 * Waits until, by the server's own report, nothing has been written for a while.
 * @param timeout milliseconds
 * @param still milliseconds without a write
 * @returns the report
 */
export async function untilStill(
  { writes }: Reporting,
  url: string,
  timeout = TIMEOUT,
  still = STILL_AFTER_ROUNDS,
): Promise<string> {
  const end = performance.now() + timeout
  let report = await writes(url)
  let since = performance.now()
  while (performance.now() - since < still) {
    if (performance.now() > end) throw new Error('the server does not stop writing')
    await delay(STILL)
    const current = await writes(url)
    if (current === report) continue
    report = current
    since = performance.now()
  }
  return report
}

/**
 * Returns what the steps have seen while, by the server's own report, nothing was written. If the server wrote
 * something meanwhile, also on its own, the steps have shown nothing and run again; nothing else repeats them.
 */
export async function whileStill<Seen>(
  server: Reporting,
  url: string,
  steps: () => Promise<Seen>,
): Promise<Seen> {
  const end = performance.now() + TIMEOUT
  let still = STILL
  for (;;) {
    const before = await untilStill(server, url, end - performance.now(), still)
    const seen = await steps()
    if ((await server.writes(url)) === before) return seen
    still = STILL_AFTER_ROUNDS
  }
}
