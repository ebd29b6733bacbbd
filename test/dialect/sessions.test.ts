/** What a connection's sessions do for its statements, the same on each engine. */
import { people } from '../../fixtures/conformance/conformance'
import type { ConnectionOptions } from '../../src/dialect/dialect'
import { OverloadedError, StatementTimeoutError } from '../../src/dialect/sessions/session-errors'
import { describeEachEngine } from '../support/describe-each-engine'
import { recordedConnection, type RecordedConnection } from '../support/recorded-connection'
import { addSlowView, untilRunning } from '../support/slow-view'

const LONG = 60_000
const OPTIONS = { poolSize: 1, maxWaiting: 1, connectTimeout: LONG, statementTimeout: LONG }

const ONE = { sql: 'select 1', bindings: [] }
const SLOW = { sql: 'select sum(id) from slow', bindings: [] }

const reason = new Error('the client has left')

describeEachEngine('sessions', { tables: [people], views: [] }, (t) => {
  beforeAll(() => addSlowView(t))

  async function withConnection(
    options: Partial<ConnectionOptions>,
    test: (connection: RecordedConnection) => Promise<void>,
  ): Promise<void> {
    const connection = recordedConnection(t.database.url, { ...OPTIONS, ...options })
    try {
      // The first session takes a while to open.
      await connection.readRows(ONE)
      await test(connection)
    } finally {
      await connection.close()
    }
  }

  /** Has a statement without end hold the one session. */
  async function whileHeld(
    options: Partial<ConnectionOptions>,
    test: (connection: RecordedConnection, release: () => void) => Promise<void>,
  ): Promise<void> {
    await withConnection(options, async (connection) => {
      const leaving = new AbortController()
      const held = connection.readRows(SLOW, leaving.signal).catch((error: unknown) => error)
      try {
        await test(connection, () => {
          leaving.abort(reason)
        })
      } finally {
        leaving.abort(reason)
        expect(await held).toBe(reason)
      }
    })
  }

  it('are lent in the order of the requests', async () => {
    await whileHeld({ maxWaiting: 3 }, async (connection, release) => {
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

  it('are not waited for by a request that is aborted, which gives its place up', async () => {
    await whileHeld({}, async (connection, release) => {
      const leaving = new AbortController()
      const waiting = connection.readRows(ONE, leaving.signal).catch((error: unknown) => error)
      expect(connection.sessions.state().waiting).toBe(1)
      leaving.abort(reason)
      expect(await waiting).toBe(reason)
      expect(connection.sessions.state().waiting).toBe(0)
      const next = connection.readRows(ONE)
      release()
      expect(await next).toHaveLength(1)
    })
  })

  it('are refused to a request that was aborted before', async () => {
    await withConnection({}, async (connection) => {
      await expect(connection.readRows(ONE, AbortSignal.abort(reason))).rejects.toBe(reason)
      expect(connection.sessions.state().used).toBe(0)
    })
  })

  it('are refused at once when too many requests wait, for the catalogue too', async () => {
    await whileHeld({}, async (connection, release) => {
      expect(connection.sessions.load()).toBe('busy')
      const waiting = connection.readRows(ONE)
      expect(connection.sessions.load()).toBe('full')
      await expect(connection.readRows(ONE)).rejects.toBeInstanceOf(OverloadedError)
      const look = connection.catalogue.readRows(connection.builder.raw('select 1'))
      await expect(look).rejects.toBeInstanceOf(OverloadedError)
      await expect(connection.sessions.waitInQueue(Promise.resolve())).rejects.toBeInstanceOf(
        OverloadedError,
      )
      release()
      expect(await waiting).toHaveLength(1)
      expect(connection.sessions.load()).toBe('free')
    })
  })

  it('count who waits for the statement of another request', async () => {
    await whileHeld({}, async (connection) => {
      const leaving = new AbortController()
      const waiting = connection.sessions.waitInQueue(new Promise(() => undefined), leaving.signal)
      expect(connection.sessions.load()).toBe('full')
      await expect(connection.readRows(ONE)).rejects.toBeInstanceOf(OverloadedError)
      leaving.abort(reason)
      await expect(waiting).rejects.toBe(reason)
      expect(connection.sessions.load()).toBe('busy')
    })
  })

  it('are not waited for longer than the time that there is', async () => {
    await whileHeld({ connectTimeout: 1000 }, async (connection) => {
      const began = Date.now()
      await expect(connection.readRows(ONE)).rejects.toBeInstanceOf(OverloadedError)
      expect(Date.now() - began).toBeLessThan(3000)
      expect(connection.sessions.state().waiting).toBe(0)
    })
  })

  it('have the database stop a statement that is aborted', async () => {
    await whileHeld({}, async (connection, release) => {
      await untilRunning(t, (running) => running === 1)
      release()
      expect(await connection.readRows(ONE)).toHaveLength(1)
      await untilRunning(t, (running) => running === 0)
    })
  })

  it('have the database stop a statement that is aborted before it can have arrived', async () => {
    await withConnection({ poolSize: 2 }, async (connection) => {
      for (let turns = 0; turns < 20; turns++) {
        const leaving = new AbortController()
        const aborted = connection.readRows(SLOW, leaving.signal)
        for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
        leaving.abort(reason)
        await expect(aborted).rejects.toBe(reason)
      }
      await untilRunning(t, (running) => running === 0)
    })
  })

  it('end a statement that takes too long', async () => {
    await withConnection({ statementTimeout: 500 }, async (connection) => {
      await expect(connection.readRows(SLOW)).rejects.toBeInstanceOf(StatementTimeoutError)
      const look = connection.catalogue.readRows(connection.builder.raw(SLOW.sql))
      await expect(look).rejects.toBeInstanceOf(StatementTimeoutError)
      expect(await connection.readRows(ONE)).toHaveLength(1)
    })
  })

  it('are not lent any more once the connection is closed', async () => {
    await withConnection({}, async (connection) => {
      const running = connection.readRows(ONE)
      const closing = connection.close()
      await expect(connection.readRows(ONE)).rejects.toThrow('the connection is closed')
      expect(await running).toHaveLength(1)
      await closing
      expect(connection.sessions.state()).toEqual({ used: 0, free: 0, waiting: 0 })
    })
  })
})
