/** How long requests wait while all connections are at work, and for whom. */
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { createApp, openDatabase, type Database } from '../../src'
import { people } from '../../fixtures/conformance/conformance'
import { describeEachEngine } from '../support/describe-each-engine'
import { sendRequest, type Answer } from '../support/send-request'
import { serveApp, type ServedApp } from '../support/serve-app'
import { addSlowView } from '../support/slow-view'

/** SQLite has as many readers as there are cores, if these are fewer. */
const POOL = Math.min(2, availableParallelism())
const MOST_WAITING = 8
const CONNECT_TIMEOUT = 2000

const BUSY = {
  error: 'INTERNAL_SERVER_ERROR',
  message: 'The server is overloaded. Retry later.',
}

describeEachEngine('while all connections are at work', { tables: [people], views: [] }, (t) => {
  let database: Database
  let served: ServedApp
  beforeAll(async () => {
    await addSlowView(t)
    database = await openDatabase(t.database.url, {
      ...{ poolSize: POOL, connectTimeout: CONNECT_TIMEOUT, maxWaiting: MOST_WAITING },
      // The catalogue needs no connection then, however long a test takes.
      now: () => 0,
    })
    const app = createApp({ tables: database.tables })
    // Failures are looked for below.
    app.silent = true
    served = await serveApp(app)
  })
  afterAll(async () => {
    served.stop()
    await database.close()
  })

  const ask = (query: string): Promise<Answer> =>
    sendRequest(served.origin, `/api/table-viewer/query?table=${query}`)

  /** Asks until told to leave. */
  const askUntil = (signal: AbortSignal, query: string): Promise<unknown> =>
    fetch(`${served.origin}/api/table-viewer/query?table=${query}`, { signal }).catch(
      () => undefined,
    )

  async function until(isSo: () => boolean, within = 10_000): Promise<void> {
    const end = Date.now() + within
    while (!isSo()) {
      if (Date.now() > end) throw new Error(`it never was so: ${JSON.stringify(database.pool())}`)
      await delay(10)
    }
  }

  /** Asks while statements without end hold all connections. */
  async function whileHeld(work: (release: () => void) => Promise<void>): Promise<void> {
    // The catalogue knows both tables then.
    await ask('people')
    await sendRequest(served.origin, '/api/table-viewer/tables/slow')
    const leaving = new AbortController()
    const held = Array.from({ length: POOL }, (_, number) =>
      askUntil(leaving.signal, `slow&limit=${number + 1}`),
    )
    await until(() => database.pool().used === POOL && database.pool().waiting === 0)
    try {
      await work(() => {
        leaving.abort()
      })
    } finally {
      leaving.abort()
      await Promise.all(held)
      await until(() => database.pool().used === 0)
    }
  }

  it('a request fails once it has waited for as long as it may, whomever it waits for', async () => {
    await whileHeld(async () => {
      const began = Date.now()
      const answers = await Promise.all(
        // Pages of one search need one total: one request counts, and the others wait for it.
        Array.from({ length: 6 }, (_, number) => ask(`people&filter=never&limit=${number + 1}`)),
      )
      for (const { status, text, headers } of answers) {
        expect([status, JSON.parse(text)]).toEqual([500, BUSY])
        expect(headers['retry-after']).toBe('1')
      }
      expect(Date.now() - began).toBeLessThan(1.6 * CONNECT_TIMEOUT)
    })
  })

  it('a request that waits for another one has a place in the queue', async () => {
    await whileHeld(async () => {
      const began = Date.now()
      let atOnce = 0
      await Promise.all(
        Array.from({ length: 3 * MOST_WAITING }, async (_, number) => {
          const { status } = await ask(`people&filter=nowhere&limit=${number + 1}`)
          expect(status).toBe(500)
          if (Date.now() - began < CONNECT_TIMEOUT / 2) atOnce++
        }),
      )
      expect(atOnce).toBeGreaterThanOrEqual(2 * MOST_WAITING)
    })
  })

  it('a client that leaves gives its place up at once', async () => {
    await whileHeld(async (release) => {
      const leaving = new AbortController()
      const left = Array.from({ length: MOST_WAITING }, (_, number) =>
        askUntil(leaving.signal, `people&limit=${number + 20}`),
      )
      await until(() => database.pool().waiting === MOST_WAITING, CONNECT_TIMEOUT / 2)
      leaving.abort()
      await Promise.all(left)
      await until(() => database.pool().waiting === 0, CONNECT_TIMEOUT / 2)
      const answers = Array.from({ length: MOST_WAITING }, (_, number) =>
        ask(`people&limit=${number + 1}`),
      )
      await until(() => database.pool().waiting === MOST_WAITING, CONNECT_TIMEOUT / 2)
      release()
      for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
    })
  })

  it('a request goes on when the client has left whose count it waits for', async () => {
    await whileHeld(async (release) => {
      const leaving = new AbortController()
      const counts = askUntil(leaving.signal, 'people&filter=a&limit=1')
      await delay(50)
      const follows = ask('people&filter=a&limit=2')
      await delay(50)
      leaving.abort()
      await counts
      await delay(50)
      release()
      expect((await follows).status).toBe(200)
    })
  })
})
