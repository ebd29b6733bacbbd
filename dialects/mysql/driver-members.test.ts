/**
 * Members of mysql2 that its documentation or its types leave out, and that a new version may change without notice.
 * Each is used here as the product uses it.
 */
import { once } from 'node:events'
import { Socket } from 'node:net'
import { describeEachServer } from '../../test/support/describe-each-server'
import { connect } from './connect'
import { connectionTarget } from './connection-string'
import { rowsOf, type Session } from './session'
import { sessionDriver } from './session-driver'

describeEachServer('mysql', 'a session of mysql2', (server) => {
  let session: Session
  beforeEach(async () => {
    const target = connectionTarget(await server.create([]))
    const [address] = target.addresses
    if (!address) throw new Error('no address')
    session = sessionDriver(target, []).create(address, false)
    await connect(session)
  })
  afterEach(() => {
    session.stream.destroy()
  })

  it('has a socket', () => {
    const { stream } = session
    expect(stream).toBeInstanceOf(Socket)
    expect([stream.readable, stream.writable]).toEqual([true, true])
    stream.destroy()
    expect([stream.readable, stream.writable]).toEqual([false, false])
  })

  it('reads from the socket, after those who listen first', async () => {
    const order: string[] = []
    const listener = (): void => void order.push('data')
    session.stream.prependListener('data', listener)
    await once(session.execute('select 1'), 'end')
    order.push('end')
    session.stream.off('data', listener)
    expect([order[0], order.at(-1)]).toEqual(['data', 'end'])
    const { length } = order
    await rowsOf(session, 'select 1')
    expect(order).toHaveLength(length)
  })

  it('emits an error if the socket ends while a statement without a callback runs', async () => {
    // Prepares the statement: its preparation has a callback of the driver.
    await once(session.execute('select sleep(?)', [0]), 'end')
    const failed = new Promise((resolve) => session.once('error', resolve))
    session.execute('select sleep(?)', [60])
    session.stream.destroy()
    const error = await failed
    expect(error).toBeInstanceOf(Error)
  })

  it('passes on the columns, the rows as arrays, and the end of a statement', async () => {
    const events: unknown[] = []
    const statement = session.execute({ sql: "select 'a', ?", rowsAsArray: true }, ['b'])
    statement.on('fields', (fields: unknown) => events.push(fields))
    statement.on('result', (row: unknown) => events.push(row))
    await once(statement, 'end')
    const number: unknown = expect.any(Number)
    const field = { columnType: number, columnLength: number, characterSet: number, flags: number }
    expect(events).toMatchObject([
      [field, field],
      ['a', 'b'],
    ])
  })

  it('closes a prepared statement, by the options of its execution', async () => {
    const closed = async (): Promise<number> => {
      const [row] = await rowsOf(session, "show session status like 'Com_stmt_close'")
      return Number(row?.['Value'])
    }
    const statement = { sql: 'select 1', rowsAsArray: true }
    expect(session.unprepare(statement)).toBeUndefined()
    await once(session.execute(statement), 'end')
    expect(session.unprepare({ sql: statement.sql })).toBeUndefined()
    expect(session.unprepare(statement)).toBeDefined()
    expect(await closed()).toBe(1)
    expect(session.unprepare(statement)).toBeUndefined()
  })
})
