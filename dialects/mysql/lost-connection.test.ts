/** A connection that loses its packets while it reads the counters for several requests. */
import { setTimeout as delay } from 'node:timers/promises'
import { describeOneServer } from '../../test/support/describe-each-server'
import { silentProxy, type SilentProxy } from '../../test/support/silent-proxy'
import { startTestApp, type TestApp } from '../../test/support/test-app'

/** In milliseconds. */
const STATEMENT_TIMEOUT = 20_000

/** The most milliseconds of a request whose statement is fast; far less than `STATEMENT_TIMEOUT`. */
const MAX_TIME = 8000

/**
 * Requests of different tables share no count, so each needs a connection. Empty tables take two statements,
 * and the connection may be lost in between.
 */
const TABLES = ['a', 'b', 'c', 'd', 'e']

describeOneServer('mysql', 'a connection that loses its packets', (server) => {
  let proxy: SilentProxy
  let app: TestApp
  beforeAll(async () => {
    const { url } = await server.serve(
      TABLES.map((name) => `create table ${name} (id int primary key) engine = InnoDB`),
    )
    proxy = await silentProxy(url)
    app = await startTestApp(proxy.url, { statementTimeout: STATEMENT_TIMEOUT, poolSize: 6 })
  })
  afterAll(async () => {
    await proxy.close()
    await app.stop()
  })

  const readPage = async (table: string): Promise<number> => {
    const began = performance.now()
    const { status } = await app.get(`query?table=${table}`)
    expect(status).toBe(200)
    return performance.now() - began
  }

  it(
    'delays the requests that share its reading for less than 8 seconds',
    async () => {
      // The text of the statement that reads the counters is sent only once per session, to prepare it. While
      // the counters change, one session reads them, maybe the same one each time. Once they have been
      // unchanged for a second, every session does.
      proxy.loseStatement('.global_status')
      while (!proxy.hasLost()) {
        for (const time of await Promise.all(TABLES.map(readPage))) {
          expect(time).toBeLessThan(MAX_TIME)
        }
        // The app reads the counters at most every 100 ms.
        await delay(110)
      }
    },
    3 * STATEMENT_TIMEOUT,
  )
})
