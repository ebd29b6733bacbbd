/** Views that take hours to read, for tests of timeouts and cancellation. */
import { setTimeout as delay } from 'node:timers/promises'
import type { DialectForTests } from './dialect-for-tests'
import type { DatabaseUnderTest } from './describe-each-engine'
import type { TestApp } from './test-app'

/** 12 to the power of 10 rows, if `people` has 12. */
const JOINED = Array.from('abcdefghij', (alias) => `people ${alias}`).join(' cross join ')

const COMPUTING_VIEW = `create view slow as select a.id from ${JOINED}`

/** Creates a view that occupies no processor if the engine can wait, which leaves them to other tests. */
export const slowView = ({ sleepingView }: Pick<DialectForTests, 'sleepingView'>): string =>
  sleepingView ?? COMPUTING_VIEW

/**
 * Adds the view `slow` to a database with the table `people`.
 * @param app serves the database, and may know its tables
 */
export const addSlowView = (t: DatabaseUnderTest, app?: TestApp): Promise<void> =>
  addView(t, slowView(t), app)

/** Adds a view `slow` that occupies a processor. @param app as for `addSlowView` */
export const addComputingView = (t: DatabaseUnderTest, app?: TestApp): Promise<void> =>
  addView(t, COMPUTING_VIEW, app)

async function addView(t: DatabaseUnderTest, view: string, app?: TestApp): Promise<void> {
  const writer = await t.storage.open(t.database.url)
  await writer.run(view)
  await writer.close()
  app?.expireCaches()
}

/** Waits until the number of running statements, as the database reports it, is as wanted. */
export async function untilRunning(
  { database }: DatabaseUnderTest,
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
