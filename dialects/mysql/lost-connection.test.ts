/** A connection whose packets are lost while it reads the counters for other requests. */
import { setTimeout as delay } from 'node:timers/promises'
import { describeEachServer } from '../../test/support/describe-each-server'
import { silentProxy, type SilentProxy } from '../../test/support/silent-proxy'
import { startTestApp, type TestApp } from '../../test/support/test-app'

/** Milliseconds. */
const STATEMENT_TIMEOUT = 20_000

/** Milliseconds for a request whose statement is short; far less than `STATEMENT_TIMEOUT`. */
const MAX_TIME = 8000

describeEachServer('mysql', 'a connection that loses its packets', (server) => {
  let proxy: SilentProxy
  let app: TestApp
  beforeAll(async () => {
    const { url } = await server.serve([
      'create table people (id int primary key) engine = InnoDB',
      'insert into people values (1), (2)',
    ])
    proxy = await silentProxy(url)
    app = await startTestApp(proxy.url, { statementTimeout: STATEMENT_TIMEOUT, poolSize: 6 })
  })
  afterAll(async () => {
    await proxy.close()
    await app.stop()
  })

  const readPage = async (limit: number): Promise<number> => {
    const began = performance.now()
    const { status } = await app.get(`query?table=people&limit=${limit}`)
    expect(status).toBe(200)
    return performance.now() - began
  }

  it(
    'delays the requests that share its reading for a short time only',
    async () => {
      // Each session prepares the statement that reads the counters once, and executes it without its text.
      proxy.loseStatement('.global_status')
      const limits = [1, 2, 3, 4, 5]
      for (let turn = 0; turn < 5; turn++) {
        for (const time of await Promise.all(limits.map(readPage))) {
          expect(time).toBeLessThan(MAX_TIME)
        }
        // Readings of the counters are a tenth of a second apart.
        await delay(110)
      }
      expect(proxy.hasLost()).toBe(true)
    },
    3 * STATEMENT_TIMEOUT,
  )
})
