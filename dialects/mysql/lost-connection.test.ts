/** A connection whose packets are lost while it reads the counters for other requests. */
import { setTimeout as delay } from 'node:timers/promises'
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise'
import { describeEachServer } from '../../test/support/describe-each-server'
import { silentProxy, type SilentProxy } from '../../test/support/silent-proxy'
import { startTestApp, type TestApp } from '../../test/support/test-app'
import { waitUntil } from '../../test/support/wait-until'

/** Milliseconds. */
const STATEMENT_TIMEOUT = 20_000

/** Milliseconds for a request whose statement is short; far less than `STATEMENT_TIMEOUT`. */
const MAX_TIME = 8000

const PAGE = 'query?table=people&limit=1'

describeEachServer('mysql', 'a connection that loses its packets', (server) => {
  let writer: Connection
  let proxy: SilentProxy
  let app: TestApp
  beforeAll(async () => {
    const { url } = await server.serve([
      'create table people (id int primary key) engine = InnoDB',
      'insert into people values (1), (2)',
    ])
    writer = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
    proxy = await silentProxy(url)
    app = await startTestApp(proxy.url, { statementTimeout: STATEMENT_TIMEOUT, poolSize: 6 })
  })
  afterAll(async () => {
    await writer.end()
    await proxy.close()
    await app.stop()
  })

  const readPage = async (): Promise<number> => {
    const began = performance.now()
    const { status } = await app.get(PAGE)
    expect(status).toBe(200)
    return performance.now() - began
  }

  /** The port of the client whose statement waits for a lock. */
  const waitingPort = async (): Promise<number | undefined> => {
    const [threads] = await writer.query<RowDataPacket[]>('show full processlist')
    const waiting = threads.find(({ State }) => String(State).includes('metadata lock'))
    return waiting && Number(String(waiting['Host']).split(':')[1])
  }

  it(
    'delays other requests for a short time only',
    async () => {
      await readPage()
      // Readings of the counters are a tenth of a second apart.
      await delay(150)
      await writer.query('lock tables people write')
      const first = readPage()
      let port: number | undefined
      await waitUntil(async () => (port = await waitingPort()) !== undefined)
      proxy.loseRequests(Number(port))
      // The statement ends, and the request for the counters after it is lost.
      await writer.query('unlock tables')
      for (let request = 0; request < 10; request++) {
        expect(await readPage()).toBeLessThan(MAX_TIME)
        await delay(110)
      }
      expect(await first).toBeLessThan(MAX_TIME)
    },
    3 * STATEMENT_TIMEOUT,
  )
})
