/** A view that takes hours to read, for tests of timeouts and cancellation. */
import { setTimeout as delay } from 'node:timers/promises'
import type { EngineUnderTest } from './describe-each-engine'

/** 12 to the power of 10 rows. */
const SLOW = Array.from('abcdefghij', (alias) => `people ${alias}`).join(' cross join ')

/** Creates the view on the table `people` with 12 rows. */
export const SLOW_VIEW = `create view slow as select a.id from ${SLOW}`

/** Adds the view `slow` to a database with the table `people`. */
export async function addSlowView(t: EngineUnderTest): Promise<void> {
  const writer = await t.storage.open(t.database.url)
  await writer.run(SLOW_VIEW)
  await writer.close()
  t.app.expireCaches()
}

/** Waits until the number of running statements, as the database reports it, is as wanted. */
export async function untilRunning(
  { database }: EngineUnderTest,
  isWanted: (running: number) => boolean,
  within = 10_000,
): Promise<void> {
  const end = Date.now() + within
  for (;;) {
    const running = await database.runningStatements()
    if (isWanted(running)) return
    if (Date.now() > end) throw new Error(`timeout: ${running} statements run`)
    await delay(20)
  }
}
