/** MySQL and MariaDB behind a TCP proxy that spreads connections over two servers. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { startPrivately, testedKinds } from '../support/all-servers'
import { forwardTo } from '../support/forward'
import { startTestApp, type TestApp } from '../support/test-app'
import type { RunningServer } from '../support/test-server'
import { waitUntil } from '../support/wait-until'

/** `plainReads`: requests share no statement, so a disconnect cancels it. */
const OPTIONS = { plainReads: true, statementTimeout: 20_000 }
const DATABASE = 'spread'

for (const kind of testedKinds('mysql')) {
  describe(`two servers of ${kind.name} behind a proxy`, () => {
    const servers: RunningServer[] = []
    let proxy: ReturnType<typeof createServer>
    let app: TestApp
    /** Chooses the server of each new connection. */
    let next = (connections: number): number => connections % 2
    beforeAll(async () => {
      for (let number = 1; number <= 2; number++) {
        const server = await startPrivately(kind)
        servers.push(server)
        await run(server, `create database ${DATABASE}`)
        await run(server, `create table ${DATABASE}.people (id int primary key)`)
        const rows = Array.from({ length: 12 }, (_, id) => `(${id})`).join()
        await run(server, `insert into ${DATABASE}.people values ${rows}`)
        const joins = Array.from('abcdefghij', (alias) => `${DATABASE}.people ${alias}`)
        const view = `select a.id from ${joins.join(' cross join ')}`
        await run(server, `create view ${DATABASE}.slow as ${view}`)
      }
      let connections = 0
      const forwards = servers.map(({ url }) => forwardTo(new URL(url)))
      proxy = createServer((client: Socket) => forwards[next(connections++)]?.(client))
      proxy.listen(0, '127.0.0.1')
      await once(proxy, 'listening')
      const { port } = proxy.address() as AddressInfo
      const url = `mariadb://root@127.0.0.1:${port}/${DATABASE}`
      app = await startTestApp(url, { ...OPTIONS, poolSize: 8 })
    }, 120_000)
    afterAll(async () => {
      await app.stop()
      proxy.close()
      for (const server of servers) await server.stop()
    }, 60_000)

    async function run(server: RunningServer, sql: string): Promise<RowDataPacket[]> {
      const connection = await createConnection(server.url.replace(/^mariadb:/, 'mysql:'))
      try {
        const [rows] = await connection.query<RowDataPacket[]>(sql)
        // The test servers turn autocommit off.
        await connection.commit()
        return rows
      } finally {
        await connection.end()
      }
    }

    /** Number of the app's running statements on both servers. */
    async function running(): Promise<number> {
      const lists = await Promise.all(servers.map((server) => run(server, 'show processlist')))
      return lists.flat().filter(({ db, Command }) => db === DATABASE && Command !== 'Sleep').length
    }

    /** Runs statements whose thread numbers on each server include those of the app. @returns 1 for each killed one */
    function statementsOfOthers(seconds: number): Promise<number[]> {
      return Promise.all(
        servers.flatMap((server) =>
          Array.from({ length: 40 }, async () => {
            const [row] = await run(server, `select sleep(${seconds}) as killed`)
            return Number(row?.['killed'])
          }),
        ),
      )
    }

    async function abandonRequest(): Promise<void> {
      const leaving = new AbortController()
      const left = fetch(`${app.origin}/api/table-viewer/query?table=slow`, {
        signal: leaving.signal,
      }).catch(() => undefined)
      await waitUntil(async () => (await running()) === 1)
      leaving.abort()
      await left
    }

    it('cancel the statements of disconnected clients, and no others', async () => {
      const others = statementsOfOthers(10)
      // The pool closes a session after a cancellation, and the next one is on the other server.
      for (let request = 0; request < 6; request++) {
        await abandonRequest()
        await waitUntil(async () => (await running()) === 0, 5000)
      }
      expect(new Set(await others)).toEqual(new Set([0]))
      expect((await app.get('query?table=people')).status).toBe(200)
    }, 60_000)

    it('end a statement by its timeout if the connection that cancels it reaches the other server', async () => {
      await app.stop()
      next = () => 0
      app = await startTestApp(app.url, { ...OPTIONS, poolSize: 1, statementTimeout: 6000 })
      next = () => 1
      const others = statementsOfOthers(8)
      await abandonRequest()
      expect((await app.get('query?table=people')).status).toBe(200)
      await waitUntil(async () => (await running()) === 0)
      expect(new Set(await others)).toEqual(new Set([0]))
    }, 60_000)
  })
}
