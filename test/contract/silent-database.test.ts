/** A database that can be reached and says nothing: packets are lost, or its machine hangs. */
import { setTimeout as delay } from 'node:timers/promises'
import { dialectForTests } from '../support/dialect-for-tests'
import { leaveOutMissingEngines } from '../support/left-out'
import { silentProxy, type SilentProxy } from '../support/silent-proxy'
import type { Answer } from '../support/send-request'
import { startTestApp, type TestApp } from '../support/test-app'
import { testServers, type ServerAddress } from '../support/test-servers'

const STATEMENT_TIMEOUT = 500
const CONNECT_TIMEOUT = 1000

/** Of clocks, on a machine that does other things besides. */
const SLACK = 500

/** That a silent server gets to say that it has stopped a statement. */
const GRACE = 5000

/** For a statement, and once more for the catalogue, which is looked at when a statement fails. */
const LONGEST = 2 * (STATEMENT_TIMEOUT + GRACE + CONNECT_TIMEOUT)

/** A file says nothing by nature. */
const servers = testServers().filter(({ url }) => new URL(url).hostname !== '')

const silences = servers.flatMap((server) =>
  (
    [
      ['query?table=people', 0],
      ['query?table=people', 1000],
      ['tables', 1000],
    ] as const
  ).map(([path, pause], number) => ({ server, path, pause, number, name: server.name })),
)

async function behindProxy(
  { dialect, url }: ServerAddress,
  number: number,
  test: (app: TestApp, proxy: SilentProxy) => Promise<void>,
): Promise<void> {
  const { createTestDatabase, storage } = dialectForTests(dialect)
  const database = await createTestDatabase(url, `tablequery_silent_${process.pid}_${number}`)
  const writer = await storage.open(database.url)
  await writer.run('create table people (id int primary key)')
  await writer.close()
  const proxy = await silentProxy(database.url)
  const app = await startTestApp(proxy.url, {
    ...{ poolSize: 3, statementTimeout: STATEMENT_TIMEOUT, connectTimeout: CONNECT_TIMEOUT },
  })
  try {
    await test(app, proxy)
  } finally {
    await app.stop()
    await proxy.close()
    await database.drop()
  }
}

leaveOutMissingEngines('a silence')

// Hardly anything is done but wait, so the servers are waited for side by side.
if (silences.length > 0) {
  it.concurrent.each(silences)(
    'a silence of $name is not waited for without end: $path, after $pause ms',
    ({ server, path, pause, number }) =>
      behindProxy(server, number, async (app, proxy) => {
        const askAll = (): Promise<Answer[]> =>
          Promise.all(Array.from({ length: 6 }, () => app.get(path)))
        const statuses = async (): Promise<number[]> => (await askAll()).map(({ status }) => status)
        expect(await statuses()).toEqual(Array(6).fill(200))
        // After a while, the catalogue is looked at again.
        await delay(pause)
        proxy.fallSilent()
        const began = Date.now()
        for (const { status, text } of await askAll()) {
          expect([status, JSON.parse(text)]).toEqual([
            500,
            { error: 'DATABASE_ERROR', message: 'The database could not answer.' },
          ])
        }
        expect(Date.now() - began).toBeLessThan(LONGEST)
        proxy.heal()
        // A connection that was begun in the silence has as long to fail, and fails who waits for it.
        await delay(CONNECT_TIMEOUT + SLACK)
        expect(await statuses()).toEqual(Array(6).fill(200))
      }),
    60_000,
  )
}
