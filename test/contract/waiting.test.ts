/** The queue of requests while all connections are in use. */
import { setTimeout as delay } from 'node:timers/promises'
import { createApp, openDatabase, type Database } from '../../src'
import { people } from '../../fixtures/conformance/conformance'
import { describeOneIdleEngine, withoutApp } from '../support/describe-each-engine'
import { sendRequest, type ReceivedResponse } from '../support/send-request'
import { serveApp, type ServedApp } from '../support/serve-app'
import { addSlowView } from '../support/slow-view'

/** Long statements never use all of several connections, but the only one. */
const POOL = 1
const MAX_WAITING = 8
const CONNECT_TIMEOUT = 2000

const BUSY = {
  error: 'INTERNAL_SERVER_ERROR',
  message: 'The server is overloaded. Retry later.',
}

withoutApp(describeOneIdleEngine)(
  'while all connections are in use',
  { tables: [people], views: [] },
  (t) => {
    let database: Database
    let served: ServedApp
    /** Why requests have failed. */
    const causes: unknown[] = []
    /** Number of clients that the app knows to have disconnected without a response. */
    let disconnected = 0
    beforeAll(async () => {
      await addSlowView(t)
      database = await openDatabase(t.database.url, {
        ...{ poolSize: POOL, connectTimeout: CONNECT_TIMEOUT, maxWaiting: MAX_WAITING },
        // The catalogue cache does not expire, so that it needs no connection.
        now: () => 0,
      })
      const app = createApp({
        tables: database.tables,
        authenticate: (ctx) => {
          ctx.res.once('close', () => {
            if (!ctx.res.writableFinished) disconnected++
          })
          return { authMethod: 'test', name: ctx.get('X-Caller'), roles: [] }
        },
      })
      app.on('error', ({ cause }: Error) => causes.push(cause))
      served = await serveApp(app)
    })
    afterAll(async () => {
      served.stop()
      await database.close()
    })

    const send = (query: string, caller = ''): Promise<ReceivedResponse> =>
      sendRequest(served.origin, `/api/table-viewer/query?table=${query}`, {
        headers: { 'X-Caller': caller },
      })

    /** Sends a request that the signal aborts. */
    const sendUntil = (signal: AbortSignal, query: string): Promise<unknown> =>
      fetch(`${served.origin}/api/table-viewer/query?table=${query}`, { signal }).catch(
        () => undefined,
      )

    async function until(condition: () => boolean, within = 10_000): Promise<void> {
      const end = Date.now() + within
      while (!condition()) {
        if (Date.now() > end) throw new Error(`timeout: ${JSON.stringify(database.pool())}`)
        await delay(10)
      }
    }

    /** Runs the test while statements that do not end hold all connections. */
    async function whileInUse(test: (release: () => void) => Promise<void>): Promise<void> {
      // Fills the catalogue cache with both tables.
      await send('people')
      await sendRequest(served.origin, '/api/table-viewer/tables/slow')
      const aborting = new AbortController()
      const held = Array.from({ length: POOL }, (_, number) =>
        sendUntil(aborting.signal, `slow&limit=${number + 1}`),
      )
      await until(() => database.pool().used === POOL && database.pool().waiting === 0)
      try {
        await test(() => {
          aborting.abort()
        })
      } finally {
        aborting.abort()
        await Promise.all(held)
        await until(() => database.pool().used === 0)
      }
    }

    it('a request fails after the connect timeout, whether it waits for a connection or a count', async () => {
      await whileInUse(async () => {
        const began = Date.now()
        const responses = await Promise.all(
          // Pages of one search share a total: one request counts, and the others wait for its result.
          Array.from({ length: 6 }, (_, number) => send(`people&filter=never&limit=${number + 1}`)),
        )
        for (const { status, text, headers } of responses) {
          expect([status, JSON.parse(text)]).toEqual([500, BUSY])
          expect(headers['retry-after']).toBe('1')
        }
        expect(Date.now() - began).toBeLessThan(1.6 * CONNECT_TIMEOUT)
      })
    })

    it('a request that waits for the count of another one occupies the queue', async () => {
      await whileInUse(async () => {
        causes.length = 0
        await Promise.all(
          Array.from({ length: 3 * MAX_WAITING }, async (_, number) => {
            const { status } = await send(`people&filter=nowhere&limit=${number + 1}`)
            expect(status).toBe(500)
          }),
        )
        const refused = causes.filter((cause) => String(cause).includes('requests wait'))
        expect(refused.length).toBeGreaterThanOrEqual(2 * MAX_WAITING)
      })
    })

    it('a client that disconnects frees its place in the queue at once', async () => {
      await whileInUse(async (release) => {
        const aborting = new AbortController()
        const aborted = Array.from({ length: MAX_WAITING }, (_, number) =>
          sendUntil(aborting.signal, `people&limit=${number + 20}`),
        )
        await until(() => database.pool().waiting === MAX_WAITING, CONNECT_TIMEOUT / 2)
        aborting.abort()
        await Promise.all(aborted)
        await until(() => database.pool().waiting === 0, CONNECT_TIMEOUT / 2)
        const responses = Array.from({ length: MAX_WAITING }, (_, number) =>
          send(`people&limit=${number + 1}`),
        )
        await until(() => database.pool().waiting === MAX_WAITING, CONNECT_TIMEOUT / 2)
        release()
        for (const { status } of await Promise.all(responses)) expect(status).toBe(200)
      })
    })

    it('a caller that fills the queue makes room for the others', async () => {
      await whileInUse(async (release) => {
        let refused = 0
        const flood = Array.from({ length: MAX_WAITING }, async (_, number) => {
          const { status } = await send(`people&limit=${number + 20}`, 'ada')
          if (status === 500) refused++
        })
        await until(() => database.pool().waiting === MAX_WAITING, CONNECT_TIMEOUT / 2)
        const others = ['ben', 'cleo', 'ben'].map((caller, number) =>
          send(`people&limit=${number + 40}`, caller),
        )
        await until(() => refused === others.length, CONNECT_TIMEOUT / 2)
        release()
        for (const { status } of await Promise.all(others)) expect(status).toBe(200)
        await Promise.all(flood)
      })
    })

    it('a request continues if the client whose count it waits for disconnects', async () => {
      await whileInUse(async (release) => {
        const aborting = new AbortController()
        const counts = sendUntil(aborting.signal, 'people&filter=a&limit=1')
        await until(() => database.pool().waiting === 1)
        const follows = send('people&filter=a&limit=2')
        await until(() => database.pool().waiting === 2)
        const before = disconnected
        aborting.abort()
        await counts
        await until(() => disconnected > before)
        release()
        expect((await follows).status).toBe(200)
      })
    })
  },
)
