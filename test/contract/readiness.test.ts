/** Ready means that a query would succeed now, possibly after waiting for a connection. @long */
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { createApp, openDatabase, type Database, type DatabaseOptions } from '../../src'
import { createHealth } from '../../src/http/operations/health'
import { operationsRoutes } from '../../src/http/operations/routes'
import { people } from '../../fixtures/conformance/conformance'
import { behindProxy } from '../support/behind-proxy'
import { concurrentTests } from '../support/concurrent-tests'
import {
  describeEachDialect,
  describeOneIdleEngine,
  withoutApp,
} from '../support/describe-each-engine'
import { describeEachServer } from '../support/describe-each-server'
import { dialectForTests } from '../support/dialect-for-tests'
import { effort } from '../support/effort'
import { sendRequest } from '../support/send-request'
import { serveApp, type ServedApp } from '../support/serve-app'
import { addSlowView, slowView } from '../support/slow-view'
import { testClock } from '../support/test-clock'
import { networkServers, oneOfEachDialect } from '../support/test-servers'
import { waitUntil } from '../support/wait-until'

/** Long statements never use all of several connections, but the only one. */
const POOL = 1

/** Milliseconds in which the check must open a connection. */
const CHECK_TIMEOUT = 2000

const fixture = { tables: [people], views: [] }

/** Rows enough to make the view slow. */
const PEOPLE = Array.from({ length: 12 }, (_, id) => `(${id})`).join(', ')

interface Service extends ServedApp {
  /** Makes the catalogue cache and the last readiness expire. */
  readonly expireCaches: () => void
  readonly database: Database
  readonly statusOf: (path: string) => Promise<number>
  /** Sends requests that do not end: the first ones hold all connections, the others wait for one. */
  readonly hold: (requests: number, signal: AbortSignal) => Promise<void>
}

async function withService(
  url: string,
  options: DatabaseOptions,
  test: (service: Service) => Promise<void>,
): Promise<void> {
  const { now, expireCaches } = testClock()
  const database = await openDatabase(url, { poolSize: POOL, now, ...options })
  const health = createHealth(() => database.isReady(), now)
  const app = createApp({ tables: database.tables, otherRoutes: [operationsRoutes(health)] })
  // The tests check failures themselves.
  app.silent = true
  const served = await serveApp(app)
  const path = '/api/table-viewer/query?table=slow&limit='
  try {
    await test({
      ...served,
      expireCaches,
      database,
      statusOf: async (path) => (await sendRequest(served.origin, path)).status,
      hold: async (requests, signal) => {
        for (let limit = 1; limit <= requests; limit++) {
          void fetch(`${served.origin}${path}${limit}`, { signal }).catch(() => undefined)
          for (let waited = 0; ; waited += 20) {
            const { used, waiting } = database.pool()
            if (used + waiting === limit && used === Math.min(limit, POOL)) break
            if (waited > 10_000)
              throw new Error(`${used} connections in use, ${waiting} requests wait`)
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

withoutApp(describeEachDialect)('readiness while the catalogue can be read', fixture, (t) => {
  it('is 503 while no table can be read, and 200 when one can', async () => {
    await t.makeUnreadable(t.database.url)
    await withService(t.database.url, {}, async ({ statusOf }) => {
      expect(await statusOf('/api/table-viewer/tables')).toBe(200)
      expect(await statusOf('/api/table-viewer/query?table=people')).toBe(500)
      expect(await statusOf('/readyz')).toBe(503)
      expect(await statusOf('/healthz')).toBe(200)
    })
    const writer = await t.storage.open(t.database.url)
    await writer.run('create table whole (id int primary key)')
    await writer.close()
    await withService(t.database.url, {}, async ({ statusOf }) => {
      expect(await statusOf('/api/table-viewer/query?table=whole')).toBe(200)
      expect(await statusOf('/readyz')).toBe(200)
    })
  })
})

withoutApp(describeOneIdleEngine)('readiness while all connections are in use', fixture, (t) => {
  beforeAll(() => addSlowView(t))

  it('is 200 while the queue has room', async () => {
    await withService(
      t.database.url,
      { maxWaiting: 2 },
      async ({ statusOf, expireCaches, hold }) => {
        const aborting = new AbortController()
        await hold(POOL, aborting.signal)
        await waitUntil(async () => {
          expireCaches()
          const began = performance.now()
          const status = await statusOf('/readyz')
          // A busy machine may not open a connection in the time that the check has.
          if (performance.now() - began >= CHECK_TIMEOUT) return false
          expect(status).toBe(200)
          return true
        })
        aborting.abort()
      },
    )
  })

  it('is 503 while the queue is full', async () => {
    await withService(t.database.url, { maxWaiting: 2 }, async ({ statusOf, hold }) => {
      const aborting = new AbortController()
      // Fills the catalogue cache.
      expect(await statusOf('/api/table-viewer/tables/slow')).toBe(200)
      await hold(POOL + 2, aborting.signal)
      expect(await statusOf('/readyz')).toBe(503)
      aborting.abort()
    })
  })
})

const servers = effort(oneOfEachDialect(networkServers()), networkServers())
const silences = servers.flatMap((server) =>
  [0, POOL].map((busy) => ({ server, busy, name: server.name })),
)
if (silences.length > 0) {
  concurrentTests(
    silences,
    'readiness is 503 while $name does not respond, with $busy connections in use',
    ({ server, busy }) =>
      behindProxy(server, async (proxy, databaseUrl) => {
        const dialect = dialectForTests(server.dialect)
        const writer = await dialect.storage.open(databaseUrl)
        await writer.run(`insert into people values ${PEOPLE}`)
        await writer.run(slowView(dialect))
        await writer.close()
        const options = { statementTimeout: 5000, connectTimeout: 5000 }
        await withService(proxy.url, options, async ({ statusOf, expireCaches, hold }) => {
          const aborting = new AbortController()
          expect(await statusOf('/readyz')).toBe(200)
          await hold(busy, aborting.signal)
          proxy.stopForwarding()
          expireCaches()
          expect(await statusOf('/readyz')).toBe(503)
          aborting.abort()
          proxy.forwardAgain()
        })
      }),
    60_000,
  )
}

describeEachServer('postgres', 'readiness while a table is locked', (server) => {
  it('is 200, because a query waits for the lock', async () => {
    const { url } = await server.serve(['create table things (id int primary key)'])
    const owner = new Client({ connectionString: url })
    await owner.connect()
    await withService(url, {}, async ({ statusOf }) => {
      await owner.query('begin; lock table things in access exclusive mode')
      expect(await statusOf('/readyz')).toBe(200)
      await owner.query('rollback')
    })
    await owner.end()
  })
})
