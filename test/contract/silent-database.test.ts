/** A database server that stops responding on open connections: packets are lost, or its machine hangs. */
import { setTimeout as delay } from 'node:timers/promises'
import { behindProxy } from '../support/behind-proxy'
import { concurrentTests } from '../support/concurrent-tests'
import { effort } from '../support/effort'
import { leaveOutMissingEngines, noEngineHere } from '../support/left-out'
import type { ReceivedResponse } from '../support/send-request'
import { startTestApp } from '../support/test-app'
import { networkServers, oneOfEachDialect } from '../support/test-servers'

const STATEMENT_TIMEOUT = 1000
const CONNECT_TIMEOUT = 2000

/** Milliseconds that timers may be late on a busy machine. */
const SLACK = 500

/** Milliseconds that the app waits for a server to confirm the cancellation of a statement. */
const GRACE = 5000

/** Milliseconds for a statement, and for the catalogue, which is read again when a statement fails. */
const MAX_TIME = 2 * (STATEMENT_TIMEOUT + GRACE + CONNECT_TIMEOUT)

const servers = effort(oneOfEachDialect(networkServers()), networkServers())
const silences = servers.flatMap((server) =>
  (
    [
      ['query?table=people', 'while the catalogue cache is valid'],
      ['query?table=people', 'after the catalogue cache has expired'],
      ['tables', 'after the catalogue cache has expired'],
    ] as const
  ).map(([path, when]) => ({ server, path, when, name: server.name })),
)

leaveOutMissingEngines('a server that does not respond')

if (silences.length === 0) noEngineHere()
else {
  concurrentTests(
    silences,
    'requests fail in bounded time when $name does not respond: $path, $when',
    ({ server, path, when }) =>
      behindProxy(server, async (proxy) => {
        const app = await startTestApp(proxy.url, {
          // Statements of unknown length may use half of the pool, and without layers, each request has its own.
          ...{ poolSize: 12, statementTimeout: STATEMENT_TIMEOUT, connectTimeout: CONNECT_TIMEOUT },
        })
        const sendAll = (): Promise<ReceivedResponse[]> =>
          Promise.all(Array.from({ length: 6 }, () => app.get(path)))
        const statuses = async (): Promise<number[]> =>
          (await sendAll()).map(({ status }) => status)
        expect(await statuses()).toEqual(Array(6).fill(200))
        if (when.endsWith('expired')) app.expireCaches()
        proxy.stopForwarding()
        const began = Date.now()
        for (const { status, text } of await sendAll()) {
          expect([status, JSON.parse(text)]).toEqual([
            500,
            { error: 'DATABASE_ERROR', message: 'The database failed or is not reachable.' },
          ])
        }
        expect(Date.now() - began).toBeLessThan(MAX_TIME)
        proxy.forwardAgain()
        // Attempts to connect that began before `forwardAgain` time out, and fail the requests that wait for them.
        await delay(CONNECT_TIMEOUT + SLACK)
        expect(await statuses()).toEqual(Array(6).fill(200))
        await app.stop()
      }),
    60_000,
  )
}
