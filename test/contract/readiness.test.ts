/** Ready means that a query now would be answered, if need be after a wait. */
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { createApp, openDatabase, type Database, type DatabaseOptions } from '../../src'
import { createHealth } from '../../src/http/operations/health'
import { operationsRoutes } from '../../src/http/operations/routes'
import { people } from '../../fixtures/conformance/conformance'
import { behindProxy } from '../support/behind-proxy'
import { describeEachEngine } from '../support/describe-each-engine'
import { describeEachServer } from '../support/describe-each-server'
import { dialectForTests } from '../support/dialect-for-tests'
import { sendRequest } from '../support/send-request'
import { serveApp, type ServedApp } from '../support/serve-app'
import { addSlowView, SLOW_VIEW } from '../support/slow-view'
import { testClock } from '../support/test-clock'
import { networkServers } from '../support/test-servers'

/** SQLite has as many readers as there are cores, if these are fewer. */
const POOL = Math.min(2, availableParallelism())

const fixture = { tables: [people], views: [] }

/** As many as the view needs to be slow. */
const PEOPLE = Array.from({ length: 12 }, (_, id) => `(${id})`).join(', ')

interface Service extends ServedApp {
  /** The catalogue cache and the last readiness are now too old to be used. */
  readonly age: () => void
  readonly database: Database
  readonly ask: (path: string) => Promise<number>
  /** Holds all connections by statements that do not end, and more requests by waiting for one. */
  readonly hold: (requests: number, signal: AbortSignal) => Promise<void>
}

async function withService(
  url: string,
  options: DatabaseOptions,
  test: (service: Service) => Promise<void>,
): Promise<void> {
  const { now, age } = testClock()
  const database = await openDatabase(url, { poolSize: POOL, now, ...options })
  const health = createHealth(() => database.answersQueries(), now)
  const app = createApp({ tables: database.tables, otherRoutes: [operationsRoutes(health)] })
  // Failures are looked for.
  app.silent = true
  const served = await serveApp(app)
  const path = '/api/table-viewer/query?table=slow&limit='
  try {
    await test({
      ...served,
      age,
      database,
      ask: async (path) => (await sendRequest(served.origin, path)).status,
      hold: async (requests, signal) => {
        for (let limit = 1; limit <= requests; limit++) {
          void fetch(`${served.origin}${path}${limit}`, { signal }).catch(() => undefined)
          for (let waited = 0; ; waited += 20) {
            const { used, waiting } = database.pool()
            if (used + waiting === limit && used === Math.min(limit, POOL)) break
            if (waited > 10_000) throw new Error(`${used} are used, and ${waiting} wait`)
            await delay(20)
          }
        }
      },
    })
  } finally {
    served.stop()
    await database.close()
  }
}

describeEachEngine('readiness, while the catalogue answers', fixture, (t) => {
  it('is not said while no table can be read, and is said when one can', async () => {
    await t.makeUnreadable(t.database.url)
    await withService(t.database.url, {}, async ({ ask }) => {
      expect(await ask('/api/table-viewer/tables')).toBe(200)
      expect(await ask('/api/table-viewer/query?table=people')).toBe(500)
      expect(await ask('/readyz')).toBe(503)
      expect(await ask('/healthz')).toBe(200)
    })
    const writer = await t.storage.open(t.database.url)
    await writer.run('create table whole (id int primary key)')
    await writer.close()
    await withService(t.database.url, {}, async ({ ask }) => {
      expect(await ask('/api/table-viewer/query?table=whole')).toBe(200)
      expect(await ask('/readyz')).toBe(200)
    })
  })
})

describeEachEngine('readiness, while all connections are at work', fixture, (t) => {
  beforeAll(() => addSlowView(t))

  it('is said as long as a query may wait for one', async () => {
    await withService(t.database.url, { maxWaiting: 2 }, async ({ ask, age, hold }) => {
      const leaving = new AbortController()
      await hold(POOL, leaving.signal)
      age()
      expect(await ask('/readyz')).toBe(200)
      leaving.abort()
    })
  })

  it('is not said while no more may wait', async () => {
    await withService(t.database.url, { maxWaiting: 2 }, async ({ ask, hold }) => {
      const leaving = new AbortController()
      // The catalogue knows the table then.
      expect(await ask('/api/table-viewer/tables/slow')).toBe(200)
      await hold(POOL + 2, leaving.signal)
      expect(await ask('/readyz')).toBe(503)
      leaving.abort()
    })
  })
})

// These tests hardly do anything but wait, so they run concurrently.
const silences = networkServers().flatMap((server) =>
  [0, POOL].map((busy) => ({ server, busy, name: server.name })),
)
if (silences.length > 0) {
  it.concurrent.each(silences)(
    'a silent $name is not ready, with $busy connections at work',
    ({ server, busy }) =>
      behindProxy(server, async (proxy, databaseUrl) => {
        const writer = await dialectForTests(server.dialect).storage.open(databaseUrl)
        await writer.run(`insert into people values ${PEOPLE}`)
        await writer.run(SLOW_VIEW)
        await writer.close()
        const options = { statementTimeout: 5000, connectTimeout: 1000 }
        await withService(proxy.url, options, async ({ ask, age, hold }) => {
          const leaving = new AbortController()
          expect(await ask('/readyz')).toBe(200)
          await hold(busy, leaving.signal)
          proxy.fallSilent()
          age()
          expect(await ask('/readyz')).toBe(503)
          leaving.abort()
          proxy.heal()
        })
      }),
    60_000,
  )
}

describeEachServer('postgres', 'readiness, while a table is locked', (server) => {
  it('is said: a query waits for its turn', async () => {
    const { url } = await server.serve(['create table things (id int primary key)'])
    const owner = new Client({ connectionString: url })
    await owner.connect()
    await withService(url, {}, async ({ ask }) => {
      await owner.query('begin; lock table things in access exclusive mode')
      expect(await ask('/readyz')).toBe(200)
      await owner.query('rollback')
    })
    await owner.end()
  })
})
