/** What happens to a database, or on the way to it: requests fail in bounded time, and heal by themselves. */
import dns from 'node:dns'
import { setTimeout as delay } from 'node:timers/promises'
import { people } from '../../fixtures/conformance/conformance'
import {
  describeEachEngine,
  describeEachNetworkEngine,
  type EngineUnderTest,
} from '../support/describe-each-engine'
import type { Answer } from '../support/send-request'
import { addSlowView, untilRunning } from '../support/slow-view'
import { startTestApp } from '../support/test-app'

const POOL = 3
const MOST_WAITING = 4
const CONNECT_TIMEOUT = 1500
const fixture = { tables: [people], views: [] }
const PAGE = 'query?table=people&limit=1&sort=id:asc'

const databaseError = [
  500,
  { error: 'DATABASE_ERROR', message: 'The database failed or is not reachable.' },
]
const said = ({ status, text }: Answer): unknown[] => [status, JSON.parse(text)]

const askMany = (t: EngineUnderTest, count: number, path = PAGE): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, () => t.app.get(path)))

async function endSessionsUntil(t: EngineUnderTest, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await t.database.endSessions()
    await delay(200)
  }
}

describeEachEngine(
  'connections that are killed',
  fixture,
  (t) => {
    beforeAll(() => addSlowView(t))

    it('while nobody uses them, are replaced without an error', async () => {
      for (let times = 0; times < 3; times++) {
        await askMany(t, 2 * POOL)
        await t.database.endSessions()
        // Until the program has been told.
        await delay(200)
        for (const { status } of await askMany(t, 2 * POOL)) expect(status).toBe(200)
      }
      expect(await t.database.sessions()).toBeLessThanOrEqual(POOL)
    })

    it('while they work, fail their requests alone', async () => {
      const answers = askMany(t, 2, 'query?table=slow&limit=2')
      await untilRunning(t, (running) => running > 0)
      // A request is tried once more when the catalogue may have changed.
      const ending = new AbortController()
      const ended = endSessionsUntil(t, ending.signal)
      for (const answer of await answers) expect(said(answer)).toEqual(databaseError)
      ending.abort()
      await ended
      await delay(200)
      for (const { status } of await askMany(t, 2 * POOL)) expect(status).toBe(200)
      expect(await t.database.sessions()).toBeLessThanOrEqual(POOL)
    })
  },
  { poolSize: POOL, connectTimeout: CONNECT_TIMEOUT },
)

describeEachEngine(
  'a pool whose connections are all at work',
  fixture,
  (t) => {
    const busy = {
      error: 'INTERNAL_SERVER_ERROR',
      message: 'The server is overloaded. Retry later.',
    }
    beforeAll(() => addSlowView(t))

    /** Asks while all connections are held by statements without end. */
    async function whileHeld(work: () => Promise<void>): Promise<void> {
      const leaving = new AbortController()
      const held = Array.from({ length: POOL }, (_, number) =>
        fetch(`${t.app.origin}/api/table-viewer/query?table=slow&limit=${number + 1}`, {
          signal: leaving.signal,
        }).catch(() => undefined),
      )
      // SQLite has as many readers as there are cores, if these are fewer.
      await untilRunning(t, (running) => running > 1)
      await delay(200)
      await work()
      leaving.abort()
      await Promise.all(held)
      await untilRunning(t, (running) => running === 0)
    }

    it('is waited for, but not for long, and works again', async () => {
      await whileHeld(async () => {
        const began = Date.now()
        const answer = await t.app.get(PAGE)
        expect(said(answer)).toEqual([500, busy])
        expect(answer.headers['retry-after']).toBe('1')
        expect(Date.now() - began).toBeLessThan(CONNECT_TIMEOUT + 1000)
      })
      expect((await t.app.get(PAGE)).status).toBe(200)
    })

    it('refuses at once who would wait behind too many', async () => {
      await whileHeld(async () => {
        const began = Date.now()
        const soon: Answer[] = []
        const all = Array.from({ length: 20 }, async (_, number) => {
          const answer = await t.app.get(`query?table=people&limit=${number + 1}`)
          if (Date.now() - began < CONNECT_TIMEOUT / 2) soon.push(answer)
          return answer
        })
        for (const answer of await Promise.all(all)) expect(said(answer)).toEqual([500, busy])
        expect(soon.length).toBeGreaterThanOrEqual(20 - MOST_WAITING)
        for (const { headers } of soon) expect(headers['retry-after']).toBe('1')
      })
      expect((await t.app.get(PAGE)).status).toBe(200)
    })
  },
  // The catalogue needs no connection then, however long a test takes.
  { poolSize: POOL, connectTimeout: CONNECT_TIMEOUT, maxWaiting: MOST_WAITING, now: () => 0 },
)

describeEachEngine(
  'a pool before which nobody may wait',
  fixture,
  (t) => {
    it('still answers who comes while it is free', async () => {
      for (let times = 0; times < 3; times++) expect((await t.app.get(PAGE)).status).toBe(200)
    })
  },
  { poolSize: POOL, maxWaiting: 0 },
)

describeEachNetworkEngine('a host whose name is not found any more', fixture, (t) => {
  it('fails requests, and is found again', async () => {
    const url = new URL(t.database.url)
    url.hostname = 'localhost'
    const app = await startTestApp(url.href, { connectTimeout: CONNECT_TIMEOUT, poolSize: POOL })
    const lookup = jest.spyOn(dns, 'lookup').mockImplementation(((
      name: string,
      _options: unknown,
      done: (error: Error) => void,
    ) => {
      const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' })
      process.nextTick(done, error)
    }) as never)
    try {
      await t.database.endSessions()
      await delay(200)
      const began = Date.now()
      expect(said(await app.get(PAGE))).toEqual(databaseError)
      expect(lookup).toHaveBeenCalled()
      expect(Date.now() - began).toBeLessThan(2 * CONNECT_TIMEOUT + 1000)
      lookup.mockRestore()
      expect((await app.get(PAGE)).status).toBe(200)
    } finally {
      lookup.mockRestore()
      await app.stop()
    }
  })
})
