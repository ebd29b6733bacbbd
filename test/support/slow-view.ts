/** A view that a database works on for hours, to see what becomes of the work. */
import { setTimeout as delay } from 'node:timers/promises'
import type { EngineUnderTest } from './describe-each-engine'

/** 12 people to the power of 10 make a count of hours. */
const SLOW = Array.from('abcdefghij', (alias) => `people ${alias}`).join(' cross join ')

/** Makes it over a table `people` of 12 rows. */
export const SLOW_VIEW = `create view slow as select a.id from ${SLOW}`

/** Adds the view `slow` to a database with the table `people`. */
export async function addSlowView(t: EngineUnderTest): Promise<void> {
  const writer = await t.storage.open(t.database.url)
  await writer.run(SLOW_VIEW)
  await writer.close()
  t.app.age()
}

/** Waits for as many running statements, of which the database itself says that they are. */
export async function untilRunning(
  { database }: EngineUnderTest,
  isWanted: (running: number) => boolean,
  within = 10_000,
): Promise<void> {
  const end = Date.now() + within
  for (;;) {
    const running = await database.runningStatements()
    if (isWanted(running)) return
    if (Date.now() > end) throw new Error(`${running} statements run`)
    await delay(20)
  }
}
