/** Faults of a database and its network: requests fail in bounded time, and succeed after the fault. @long */
import dns from 'node:dns'
import { setTimeout as delay } from 'node:timers/promises'
import { people } from '../../fixtures/conformance/conformance'
import {
  describeEachDialect,
  describeEachNetworkEngine,
  describeOneEngine,
  describeOneIdleEngine,
  type DatabaseUnderTest,
  type EngineUnderTest,
  withoutApp,
} from '../support/describe-each-engine'
import { effort } from '../support/effort'
import type { ReceivedResponse } from '../support/send-request'
import { addSlowView, untilRunning } from '../support/slow-view'
import { startTestApp } from '../support/test-app'

const POOL = 3
const MAX_WAITING = 4
const CONNECT_TIMEOUT = 1500
const fixture = { tables: [people], views: [] }
const PAGE = 'query?table=people&limit=1&sort=id:asc'

const databaseError = [
  500,
  { error: 'DATABASE_ERROR', message: 'The database failed or is not reachable.' },
]
const replyOf = ({ status, text }: ReceivedResponse): unknown[] => [status, JSON.parse(text)]

const sendMany = (t: EngineUnderTest, count: number, path = PAGE): Promise<ReceivedResponse[]> =>
  Promise.all(Array.from({ length: count }, () => t.app.get(path)))

/** Milliseconds in which the app's drivers notice a closed connection. The app has no event for this. */
const NOTICE_TIME = 200

/** Ends all sessions, and waits until the server and the app have closed their connections. */
async function endIdleSessions({ database }: DatabaseUnderTest): Promise<void> {
  await database.endSessions()
  while ((await database.sessions()) > 0) await delay(20)
  await delay(NOTICE_TIME)
}

/** Ends the sessions again and again, because a request is retried when the catalogue may have changed. */
async function endSessionsUntil(t: EngineUnderTest, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await t.database.endSessions()
    await delay(NOTICE_TIME)
  }
}

describeEachDialect(
  'connections that the server closes',
  fixture,
  (t) => {
    beforeAll(() => addSlowView(t, t.app))

    it('are replaced without an error if they are idle', async () => {
      for (let times = 0; times < effort(1, 3); times++) {
        await sendMany(t, 2 * POOL)
        await endIdleSessions(t)
        for (const { status } of await sendMany(t, 2 * POOL)) expect(status).toBe(200)
      }
      expect(await t.database.sessions()).toBeLessThanOrEqual(POOL)
    })

    it('fail only the requests that use them', async () => {
      const responses = sendMany(t, 2, 'query?table=slow&limit=2')
      await untilRunning(t, (running) => running > 0)
      const ending = new AbortController()
      const ended = endSessionsUntil(t, ending.signal)
      for (const response of await responses) expect(replyOf(response)).toEqual(databaseError)
      ending.abort()
      await ended
      await endIdleSessions(t)
      for (const { status } of await sendMany(t, 2 * POOL)) expect(status).toBe(200)
      expect(await t.database.sessions()).toBeLessThanOrEqual(POOL)
    })
  },
  { poolSize: POOL },
)

describeOneIdleEngine(
  'a pool whose only connection is in use',
  fixture,
  (t) => {
    const busy = {
      error: 'INTERNAL_SERVER_ERROR',
      message: 'The server is overloaded. Retry later.',
    }
    beforeAll(async () => {
      await addSlowView(t, t.app)
      // Otherwise, the statements of the catalogue would run first, and others between them.
      expect((await t.app.get('tables/slow')).status).toBe(200)
    })

    /** Runs the test while a statement that does not end holds the only connection. */
    async function whileInUse(test: () => Promise<void>): Promise<void> {
      const aborting = new AbortController()
      const held = fetch(`${t.app.origin}/api/table-viewer/query?table=slow`, {
        signal: aborting.signal,
      }).catch(() => undefined)
      await untilRunning(t, (running) => running === 1)
      await test()
      aborting.abort()
      await held
      await untilRunning(t, (running) => running === 0)
    }

    it('refuses a request after the connect timeout, and works again', async () => {
      await whileInUse(async () => {
        const began = Date.now()
        const response = await t.app.get(PAGE)
        expect(replyOf(response)).toEqual([500, busy])
        expect(response.headers['retry-after']).toBe('1')
        expect(Date.now() - began).toBeLessThan(CONNECT_TIMEOUT + 1000)
      })
      expect((await t.app.get(PAGE)).status).toBe(200)
    })

    it('refuses requests at once if its queue is full', async () => {
      await whileInUse(async () => {
        t.app.errors.length = 0
        const all = Array.from({ length: 20 }, (_, number) =>
          t.app.get(`query?table=people&limit=${number + 1}`),
        )
        for (const response of await Promise.all(all)) {
          expect(replyOf(response)).toEqual([500, busy])
          expect(response.headers['retry-after']).toBe('1')
        }
        // The refused requests fail before those that wait for the connect timeout.
        const causes = t.app.errors.map((error) => String((error as Error).cause))
        for (const cause of causes.slice(0, 20 - MAX_WAITING))
          expect(cause).toContain(`${MAX_WAITING} requests wait`)
      })
      expect((await t.app.get(PAGE)).status).toBe(200)
    })
  },
  // The catalogue cache does not expire, so that it needs no connection.
  { poolSize: 1, connectTimeout: CONNECT_TIMEOUT, maxWaiting: MAX_WAITING, now: () => 0 },
)

describeOneEngine(
  'a pool without a queue',
  fixture,
  (t) => {
    it('accepts requests while it has a free connection', async () => {
      for (let times = 0; times < 3; times++) expect((await t.app.get(PAGE)).status).toBe(200)
    })
  },
  { poolSize: POOL, maxWaiting: 0 },
)

withoutApp(describeEachNetworkEngine)(
  'a host name that cannot be resolved any more',
  fixture,
  (t) => {
    it('fails requests until it can be resolved again', async () => {
      const url = new URL(t.database.url)
      url.hostname = 'localhost'
      const app = await startTestApp(url.href, { connectTimeout: CONNECT_TIMEOUT, poolSize: POOL })
      const lookup = jest.spyOn(dns, 'lookup').mockImplementation(((
        name: string,
        _options: unknown,
        done: (error: Error) => void,
      ) => {
        const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), {
          code: 'ENOTFOUND',
        })
        process.nextTick(done, error)
      }) as never)
      try {
        await endIdleSessions(t)
        const began = Date.now()
        expect(replyOf(await app.get(PAGE))).toEqual(databaseError)
        expect(lookup).toHaveBeenCalled()
        expect(Date.now() - began).toBeLessThan(2 * CONNECT_TIMEOUT + 1000)
        lookup.mockRestore()
        expect((await app.get(PAGE)).status).toBe(200)
      } finally {
        lookup.mockRestore()
        await app.stop()
      }
    })
  },
)
