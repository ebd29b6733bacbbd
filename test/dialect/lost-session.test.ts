/** Statements on a session that has ended while it was idle, as when a server restarts. */
import { setTimeout as delay } from 'node:timers/promises'
import { people } from '../../fixtures/conformance/conformance'
import { describeEachNetworkEngine, withoutApp } from '../support/describe-each-engine'
import { heldProxy, type HeldProxy } from '../support/held-proxy'
import { recordedConnection, type RecordedConnection } from '../support/recorded-connection'
import { addSlowView, untilRunning } from '../support/slow-view'

const ONE = { sql: 'select 1', bindings: [] }
const SLOW = { sql: 'select sum(id) from slow', bindings: [] }

/** Opens so many sessions, which are idle then. */
async function openSessions(connection: RecordedConnection, count: number): Promise<void> {
  let lent = 0
  const lend = async (): Promise<void> =>
    connection.withSession?.(
      async ({ readRows }) => {
        await readRows(ONE)
        lent++
        while (lent < count) await delay(1)
      },
      { sql: ONE.sql, signal: undefined },
    )
  await Promise.all(Array.from({ length: count }, lend))
}

withoutApp(describeEachNetworkEngine)('a statement', { tables: [people], views: [] }, (t) => {
  beforeAll(() => addSlowView(t))

  /** @param sessions number of idle sessions */
  async function withIdle(
    sessions: number,
    test: (connection: RecordedConnection, proxy: HeldProxy) => Promise<void>,
  ): Promise<void> {
    const proxy = await heldProxy(t.database.url)
    const connection = recordedConnection(proxy.url, { poolSize: 10 })
    try {
      await openSessions(connection, sessions)
      expect(connection.sessions.state()).toMatchObject({ used: 0, free: sessions })
      await test(connection, proxy)
    } finally {
      await connection.close()
      await proxy.close()
    }
  }

  it('runs on another session if the server has ended its own', async () => {
    await withIdle(1, async (connection, proxy) => {
      proxy.hold()
      await t.database.endSessions()
      expect(await connection.readRows(ONE)).toHaveLength(1)
      const catalogueRows = connection.catalogue.readRows(connection.builder.raw('select 1'))
      expect(await catalogueRows).toHaveLength(1)
    })
  })

  it('runs on another session if the connection of its own is broken', async () => {
    await withIdle(1, async (connection, proxy) => {
      proxy.breakOff()
      expect(await connection.readRows(ONE)).toHaveLength(1)
    })
  })

  it('does not use the other idle sessions, which may have ended too', async () => {
    await withIdle(4, async (connection, proxy) => {
      proxy.breakOff()
      expect(await connection.readRows(ONE)).toHaveLength(1)
      expect(connection.sessions.state()).toMatchObject({ used: 0, free: 1 })
    })
  })

  it('fails if its session ends after it has run for a while', async () => {
    await withIdle(1, async (connection) => {
      const running = connection.readRows(SLOW)
      void running.catch(() => undefined)
      await untilRunning(t, (count) => count === 1)
      await delay(200)
      await t.database.endSessions()
      await expect(running).rejects.toThrow()
    })
  })
})
