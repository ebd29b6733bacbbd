/**
 * The session pool, and what it needs of the sessions of each dialect. bounded-pool.test.ts tests its queue;
 * session-pool.stress.ts does so with every engine.
 *
 * @long
 */
import { people } from '../../fixtures/conformance/conformance'
import { OverloadedError, StatementTimeoutError } from '../../src/dialect/sessions/session-errors'
import { describeEachDialect, describeOneEngine, withoutApp } from '../support/describe-each-engine'
import { effort } from '../support/effort'
import { recordedConnection } from '../support/recorded-connection'
import { addSlowView, untilRunning } from '../support/slow-view'
import { ONE, OPTIONS, reason, SLOW, whileBusy, withConnection } from './busy-pool'

/** Turns of the event loop from the start of a statement to its abort. */
const TURNS = effort(
  [0, 1, 2, 3, 5, 8, 13],
  Array.from({ length: 20 }, (_, turns) => turns),
)

withoutApp(describeOneEngine)('the session pool', { tables: [people], views: [] }, (t) => {
  beforeAll(() => addSlowView(t))

  it('lends no session to a request that is already aborted', async () => {
    await withConnection(t, {}, async (connection) => {
      await expect(connection.readRows(ONE, AbortSignal.abort(reason))).rejects.toBe(reason)
      expect(connection.sessions.state().used).toBe(0)
    })
  })

  it('refuses requests immediately when the queue is full, for the catalogue too', async () => {
    await whileBusy(t, {}, async (connection, release) => {
      expect(connection.sessions.load()).toBe('busy')
      const waiting = connection.readRows(ONE)
      expect(connection.sessions.load()).toBe('full')
      await expect(connection.readRows(ONE)).rejects.toBeInstanceOf(OverloadedError)
      const catalogueRows = connection.catalogue.readRows(connection.builder.raw('select 1'))
      await expect(catalogueRows).rejects.toBeInstanceOf(OverloadedError)
      await expect(connection.sessions.waitInQueue(Promise.resolve())).rejects.toBeInstanceOf(
        OverloadedError,
      )
      release()
      expect(await waiting).toHaveLength(1)
      expect(connection.sessions.load()).toBe('free')
    })
  })

  it('counts requests that wait for the statement of another', async () => {
    await whileBusy(t, {}, async (connection) => {
      const controller = new AbortController()
      const waiting = connection.sessions.waitInQueue(
        new Promise(() => undefined),
        controller.signal,
      )
      expect(connection.sessions.load()).toBe('full')
      await expect(connection.readRows(ONE)).rejects.toBeInstanceOf(OverloadedError)
      controller.abort(reason)
      await expect(waiting).rejects.toBe(reason)
      expect(connection.sessions.load()).toBe('busy')
    })
  })

  it('lends no session after the connection is closed', async () => {
    await withConnection(t, {}, async (connection) => {
      const running = connection.readRows(ONE)
      const closing = connection.close()
      await expect(connection.readRows(ONE)).rejects.toThrow('the connection is closed')
      expect(await running).toHaveLength(1)
      await closing
      expect(connection.sessions.state()).toEqual({ used: 0, free: 0, waiting: 0 })
    })
  })
})

withoutApp(describeEachDialect)('a session', { tables: [people], views: [] }, (t) => {
  beforeAll(() => addSlowView(t))

  it('cancels an aborted statement in the database', async () => {
    await whileBusy(t, {}, async (connection, release) => {
      await untilRunning(t, (running) => running === 1)
      release()
      expect(await connection.readRows(ONE)).toHaveLength(1)
      await untilRunning(t, (running) => running === 0)
    })
  })

  it('cancels a statement that is aborted while it is sent', async () => {
    await withConnection(t, { poolSize: 2 }, async (connection) => {
      for (const turns of TURNS) {
        const controller = new AbortController()
        const aborted = connection.readRows(SLOW, controller.signal)
        for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
        controller.abort(reason)
        await expect(aborted).rejects.toBe(reason)
      }
      await untilRunning(t, (running) => running === 0)
    })
  })

  it('cancels a statement after the statement timeout', async () => {
    // Half of the sessions may run unmeasured statements, so that these two run at the same time.
    await withConnection(t, { poolSize: 4, statementTimeout: 1500 }, async (connection) => {
      const { builder, catalogue } = connection
      const late = [connection.readRows(SLOW), catalogue.readRows(builder.raw(SLOW.sql))]
      await Promise.all(
        late.map((rows) => expect(rows).rejects.toBeInstanceOf(StatementTimeoutError)),
      )
      expect(await connection.readRows(ONE)).toHaveLength(1)
    })
  })

  const { sessionId: sql } = t
  if (sql === undefined) return

  it('is not lent again after a cancel, which can arrive late and hit another statement', async () => {
    const connection = recordedConnection(t.database.url, OPTIONS)
    try {
      const idOf = async (): Promise<unknown> => await connection.readRows({ sql, bindings: [] })
      const before = await idOf()
      expect(await idOf()).toEqual(before)
      const controller = new AbortController()
      const aborted = connection.readRows(SLOW, controller.signal)
      await untilRunning(t, (running) => running === 1)
      controller.abort(reason)
      await expect(aborted).rejects.toBe(reason)
      expect(await idOf()).not.toEqual(before)
    } finally {
      await connection.close()
    }
  })
})
