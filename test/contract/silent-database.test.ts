/** A database that can be reached and says nothing: packets are lost, or its machine hangs. */
import { setTimeout as delay } from 'node:timers/promises'
import { describeEachServer } from '../support/describe-each-server'
import { silentProxy, type SilentProxy } from '../support/silent-proxy'
import type { Answer } from '../support/send-request'
import { startTestApp, type TestApp } from '../support/test-app'
import { testServers } from '../support/test-servers'

const STATEMENT_TIMEOUT = 500
const CONNECT_TIMEOUT = 1000

/** Of clocks, on a machine that does other things besides. */
const SLACK = 500

/** That a silent server gets to say that it has stopped a statement. */
const GRACE = 5000

/** For a statement, and once more for the catalogue, which is looked at when a statement fails. */
const LONGEST = 2 * (STATEMENT_TIMEOUT + GRACE + CONNECT_TIMEOUT)

/** A file says nothing by nature. */
const dialects = new Set(
  testServers()
    .filter(({ url }) => new URL(url).hostname !== '')
    .map(({ dialect }) => dialect),
)

for (const dialect of dialects) {
  describeEachServer(dialect, 'a silence', (server) => {
    let proxy: SilentProxy
    let app: TestApp
    beforeEach(async () => {
      const { url } = await server.serve(['create table people (id int primary key)'])
      proxy = await silentProxy(url)
      app = await startTestApp(proxy.url, {
        ...{ poolSize: 3, statementTimeout: STATEMENT_TIMEOUT, connectTimeout: CONNECT_TIMEOUT },
      })
    })
    afterEach(async () => {
      await app.stop()
      await proxy.close()
    })

    const askAll = (path: string): Promise<Answer[]> =>
      Promise.all(Array.from({ length: 6 }, () => app.get(path)))
    const statuses = async (path: string): Promise<number[]> =>
      (await askAll(path)).map(({ status }) => status)

    it.each([
      ['query?table=people', 0],
      ['query?table=people', 1000],
      ['tables', 1000],
    ])(
      'is not waited for without end: %s, after %s ms',
      async (path, pause) => {
        expect(await statuses(path)).toEqual(Array(6).fill(200))
        // After a while, the catalogue is looked at again.
        await delay(pause)
        proxy.fallSilent()
        const began = Date.now()
        for (const { status, text } of await askAll(path)) {
          expect([status, JSON.parse(text)]).toEqual([
            500,
            { error: 'DATABASE_ERROR', message: 'The database could not answer.' },
          ])
        }
        expect(Date.now() - began).toBeLessThan(LONGEST)
        proxy.heal()
        // A connection that was begun in the silence has as long to fail, and fails who waits for it.
        await delay(CONNECT_TIMEOUT + SLACK)
        expect(await statuses(path)).toEqual(Array(6).fill(200))
      },
      60_000,
    )
  })
}
