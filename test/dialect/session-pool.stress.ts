/** The queue and the shares of the session pool: the same tests on each engine. */
import { people } from '../../fixtures/conformance/conformance'
import { OverloadedError } from '../../src/dialect/sessions/session-errors'
import { describeEachEngine, withoutApp } from '../support/describe-each-engine'
import { addSlowView } from '../support/slow-view'
import { waitUntil } from '../support/wait-until'
import { ONE, reason, whileBusy, withConnection } from './busy-pool'

withoutApp(describeEachEngine)('the session pool', { tables: [people], views: [] }, (t) => {
  beforeAll(() => addSlowView(t))

  it('lends sessions in the order of the requests', async () => {
    await whileBusy(t, { maxWaiting: 3 }, async (connection, release) => {
      const order: number[] = []
      const waiting = [1, 2, 3].map((number) =>
        connection.readRows(ONE).then(() => order.push(number)),
      )
      expect(connection.sessions.state()).toMatchObject({ used: 1, waiting: 3 })
      release()
      await Promise.all(waiting)
      expect(order).toEqual([1, 2, 3])
    })
  })

  it('runs a statement on the catalogue while others wait for a session', async () => {
    await withConnection(t, { poolSize: 4, maxWaiting: 2 }, async (connection) => {
      const controller = new AbortController()
      const slow = Array.from({ length: 4 }, (_, number) => {
        const sql = `select sum(id) from slow where id <> ${number}`
        return connection.readRows({ sql, bindings: [] }, controller.signal).catch(() => undefined)
      })
      try {
        await waitUntil(() => connection.sessions.state().used === 2)
        // The queue is full, so that a statement that must wait is refused.
        const { builder, catalogue } = connection
        expect(await catalogue.readRows(builder.raw('select 2 as two'))).toHaveLength(1)
      } finally {
        controller.abort(reason)
        await Promise.all(slow)
      }
    })
  })

  it('removes an aborted request from the queue', async () => {
    await whileBusy(t, {}, async (connection, release) => {
      const controller = new AbortController()
      const waiting = connection.readRows(ONE, controller.signal).catch((error: unknown) => error)
      expect(connection.sessions.state().waiting).toBe(1)
      controller.abort(reason)
      expect(await waiting).toBe(reason)
      expect(connection.sessions.state().waiting).toBe(0)
      const next = connection.readRows(ONE)
      release()
      expect(await next).toHaveLength(1)
    })
  })

  it('refuses a request after the connect timeout', async () => {
    await whileBusy(t, { connectTimeout: 1000 }, async (connection) => {
      const began = Date.now()
      await expect(connection.readRows(ONE)).rejects.toBeInstanceOf(OverloadedError)
      expect(Date.now() - began).toBeLessThan(3000)
      expect(connection.sessions.state().waiting).toBe(0)
    })
  })
})
