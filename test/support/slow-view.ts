/** Views that take hours to read, for tests of timeouts and cancellation. */
import { setTimeout as delay } from 'node:timers/promises'
import type { DialectForTests } from './dialect-for-tests'
import type { EngineUnderTest } from './describe-each-engine'

/** 12 to the power of 10 rows, if `people` has 12. */
const JOINED = Array.from('abcdefghij', (alias) => `people ${alias}`).join(' cross join ')

const COMPUTING_VIEW = `create view slow as select a.id from ${JOINED}`

/** Creates a view that occupies no processor if the engine can wait, which leaves them to other tests. */
export const slowView = ({ sleepingView }: Pick<DialectForTests, 'sleepingView'>): string =>
  sleepingView ?? COMPUTING_VIEW

/** Adds the view `slow` to a database with the table `people`. */
export const addSlowView = (t: EngineUnderTest): Promise<void> => addView(t, slowView(t))

/** Adds a view `slow` that occupies a processor. */
export const addComputingView = (t: EngineUnderTest): Promise<void> => addView(t, COMPUTING_VIEW)

async function addView(t: EngineUnderTest, view: string): Promise<void> {
  const writer = await t.storage.open(t.database.url)
  await writer.run(view)
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
