/** Several statements on one session. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { people } from '../../fixtures/conformance/conformance'
import type { Fixture } from '../../fixtures/fixture-table'
import { describeEachDialect, withoutApp } from '../support/describe-each-engine'
import { recordedConnection, type RecordedConnection } from '../support/recorded-connection'
import { addSlowView } from '../support/slow-view'

const fixture: Fixture = {
  tables: [
    people,
    {
      name: 'notes',
      columns: [{ name: 'id', type: { kind: 'integer' } }],
      primaryKey: ['id'],
      rows: () => [[1]],
    },
  ],
  views: [],
}

const COUNT = { sql: 'select count(*) from notes', bindings: [] }
const LOCK = 'lock table notes in access share mode'
const SLOW = { sql: 'select sum(id) from slow', bindings: [] }
const INVALID = { sql: 'select nothing from notes', bindings: [] }

withoutApp(describeEachDialect)('a lent session', fixture, (t) => {
  let connection: RecordedConnection
  beforeAll(async () => {
    await addSlowView(t)
    connection = recordedConnection(t.database.url, { poolSize: 1 })
  })
  afterAll(() => connection.close())

  if (!t.hasSnapshots) {
    it('does not exist', () => {
      expect(connection.withSession).toBeUndefined()
    })
    return
  }

  let rows = 1
  const insert = async (): Promise<void> => {
    const writer = await t.storage.open(t.database.url)
    await writer.run(`insert into notes (id) values (${++rows})`)
    await writer.close()
  }
  const total = async ({ readRows }: Pick<RecordedConnection, 'readRows'>): Promise<number> =>
    Number((await readRows(COUNT))[0]?.[0])

  it('reads the current data with each statement, and one snapshot with several', async () => {
    const totals = await connection.withSession?.(async (session) => {
      const before = await total(session)
      await insert()
      const after = await total(session)
      const inSnapshot = await session.inSnapshot?.(LOCK, async () => {
        const first = await total(session)
        await insert()
        return [first, await total(session)]
      })
      return [before, after, ...(inSnapshot ?? []), await total(session)]
    }, COUNT)
    expect(totals).toEqual([1, 2, 2, 2, 3])
    expect(await total(connection)).toBe(3)
  })

  it('can be used again after a failure in a snapshot', async () => {
    const read = connection.withSession?.(
      async (session) => session.inSnapshot?.(LOCK, () => session.readRows(INVALID)),
      INVALID,
    )
    await expect(read).rejects.toThrow()
    expect(await total(connection)).toBe(rows)
  })

  it('has its statement cancelled when the signal is aborted', async () => {
    const controller = new AbortController()
    const reason = new Error('the client has disconnected')
    const read = connection.withSession?.(
      async (session) => session.inSnapshot?.(LOCK, () => session.readRows(SLOW)),
      { ...SLOW, signal: controller.signal },
    )
    setTimeout(() => {
      controller.abort(reason)
    }, 100)
    await expect(read).rejects.toBe(reason)
    expect(await total(connection)).toBe(rows)
  })

  it('is free again soon after the signal is aborted before its first statement', async () => {
    const controller = new AbortController()
    const began = performance.now()
    await connection.withSession?.(
      async () => {
        controller.abort(new Error('the client has disconnected'))
        await nextTurn()
      },
      { ...COUNT, signal: controller.signal },
    )
    expect(await total(connection)).toBe(rows)
    // A session that does not respond is given up after five seconds.
    expect(performance.now() - began).toBeLessThan(3000)
  })

  it('has a statement cancelled that starts after the signal is aborted', async () => {
    const controller = new AbortController()
    const reason = new Error('the client has disconnected')
    const read = connection.withSession?.(
      async (session) => {
        controller.abort(reason)
        await nextTurn()
        return session.readRows(SLOW)
      },
      { ...SLOW, signal: controller.signal },
    )
    await expect(read).rejects.toBe(reason)
    expect(await total(connection)).toBe(rows)
  })
})
