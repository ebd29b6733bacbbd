/** A server that is connected and silent: packets are lost, or its machine hangs. */
import { setTimeout as delay } from 'node:timers/promises'
import { behindProxy } from '../support/behind-proxy'
import { leaveOutMissingEngines, noEngineHere } from '../support/left-out'
import type { Answer } from '../support/send-request'
import { startTestApp } from '../support/test-app'
import { networkServers } from '../support/test-servers'

const STATEMENT_TIMEOUT = 500
const CONNECT_TIMEOUT = 1000

/** For timers on a busy machine. */
const SLACK = 500

/** Milliseconds that a server may take to confirm that it has stopped a statement. */
const GRACE = 5000

/** For a statement, and once more for the catalogue, which is read when a statement fails. */
const LONGEST = 2 * (STATEMENT_TIMEOUT + GRACE + CONNECT_TIMEOUT)

const silences = networkServers().flatMap((server) =>
  (
    [
      ['query?table=people', 'while the catalogue cache is valid'],
      ['query?table=people', 'once the catalogue cache is too old'],
      ['tables', 'once the catalogue cache is too old'],
    ] as const
  ).map(([path, when]) => ({ server, path, when, name: server.name })),
)

leaveOutMissingEngines('a silence')

// The tests hardly do anything but wait, so they run concurrently.
if (silences.length === 0) noEngineHere()
else {
  it.concurrent.each(silences)(
    'a silence of $name fails requests in bounded time: $path, $when',
    ({ server, path, when }) =>
      behindProxy(server, async (proxy) => {
        const app = await startTestApp(proxy.url, {
          ...{ poolSize: 3, statementTimeout: STATEMENT_TIMEOUT, connectTimeout: CONNECT_TIMEOUT },
        })
        const askAll = (): Promise<Answer[]> =>
          Promise.all(Array.from({ length: 6 }, () => app.get(path)))
        const statuses = async (): Promise<number[]> => (await askAll()).map(({ status }) => status)
        expect(await statuses()).toEqual(Array(6).fill(200))
        if (when.endsWith('too old')) app.age()
        proxy.fallSilent()
        const began = Date.now()
        for (const { status, text } of await askAll()) {
          expect([status, JSON.parse(text)]).toEqual([
            500,
            { error: 'DATABASE_ERROR', message: 'The database failed or is not reachable.' },
          ])
        }
        expect(Date.now() - began).toBeLessThan(LONGEST)
        proxy.heal()
        // A connection that was begun in the silence fails within this time, with the requests waiting for it.
        await delay(CONNECT_TIMEOUT + SLACK)
        expect(await statuses()).toEqual(Array(6).fill(200))
        await app.stop()
      }),
    60_000,
  )
}
