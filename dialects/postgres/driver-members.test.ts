/**
 * Members of pg that its documentation and its types leave out, and that a new version may change without notice.
 * Each is used here as the product uses it.
 */
import { once } from 'node:events'
import { createServer, Socket, type AddressInfo } from 'node:net'
import { Connection, type Submittable } from 'pg'
import { describeEachServer } from '../../test/support/describe-each-server'
import type { CancelConnection } from './cancel-request'
import { withCode } from './connect'
import { readCells } from './rows-query'
import { Session } from './session'

/** Connects pg's connection to a server that this process plays. */
async function withConnection(
  ssl: boolean,
  test: (connection: CancelConnection, server: Socket) => Promise<void>,
): Promise<void> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // As in `cancel-request.ts`.
  const connection = new Connection({ ssl }) as CancelConnection
  try {
    const accepted = once(server, 'connection') as Promise<[Socket]>
    const connected = once(connection, 'connect')
    connection.connect((server.address() as AddressInfo).port, '127.0.0.1')
    const [[socket]] = await Promise.all([accepted, connected])
    await test(connection, socket)
    socket.destroy()
  } finally {
    connection.stream.destroy()
    server.close()
  }
}

async function receivedFrom(socket: Socket): Promise<string> {
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return chunk.toString('hex')
}

describe("pg's connection", () => {
  it('sends a cancel request', async () => {
    await withConnection(false, async (connection, server) => {
      connection.cancel(1, 2)
      // https://www.postgresql.org/docs/current/protocol-message-formats.html: CancelRequest
      expect(await receivedFrom(server)).toBe('00000010' + '04d2162e' + '00000001' + '00000002')
      const ended = once(connection, 'end')
      server.destroy()
      await ended
    })
  })

  it('requests encryption, and says if the server offers none', async () => {
    await withConnection(true, async (connection, server) => {
      connection.requestSsl()
      expect(await receivedFrom(server)).toBe('00000008' + '04d2162f')
      const failed = once(connection, 'error')
      server.write('N')
      const [error] = (await failed) as [Error]
      expect(error.message).toBe('The server does not support SSL connections')
      expect(withCode(error)).not.toBe(error)
    })
  })

  it.each([
    ['authenticationOk', '00000008' + '00000000', {}],
    ['authenticationCleartextPassword', '00000008' + '00000003', {}],
    ['authenticationMD5Password', '0000000c' + '00000005' + '01020304', {}],
    ['authenticationSASL', '0000000b' + '0000000a' + '410000', { mechanisms: ['A'] }],
    ['authenticationSASLFinal', '00000009' + '0000000c' + '41', {}],
  ])('emits %s', async (event, message, expected) => {
    await withConnection(false, async (connection, server) => {
      const emitted = once(connection, event)
      server.write(Buffer.from(`52${message}`, 'hex'))
      expect(await emitted).toMatchObject([expected])
    })
  })
})

describeEachServer('postgres', 'a session of pg', (server) => {
  let session: Session
  beforeEach(async () => {
    session = new Session({ connectionString: server.url.href }, () => session)
    session.on('error', () => undefined)
    await session.connect()
  })
  afterEach(() => {
    session.drop()
  })

  it('has the id of its process, and a key to cancel its statement', async () => {
    const { rows } = await session.query('select pg_backend_pid() as pid')
    expect(rows).toEqual([{ pid: session.processID }])
    expect(session.secretKey).toEqual(expect.any(Number))
  })

  it('is ready for a query, except while one runs', async () => {
    const running = session.query('select 1')
    expect(session.readyForQuery).toBe(false)
    await Promise.all([running, once(session, 'drain')])
    expect(session.readyForQuery).toBe(true)
  })

  it('knows the statements that the server has prepared', async () => {
    const statement = { sql: 'select 1', bindings: [] }
    expect(await readCells(session, statement, 1000)).toEqual([['1']])
    expect(Object.values(session.connection.parsedStatements)).toEqual(['select 1'])
  })

  it('has a socket, whose end it notices', async () => {
    expect(session.connection.stream).toBeInstanceOf(Socket)
    // `once` would fail by the error that comes before.
    const ended = new Promise((resolve) => session.once('end', resolve))
    session.drop()
    await ended
  })

  it.each([
    ['select 1', ['RowDescription', 'DataRow', 'CommandComplete', 'ReadyForQuery']],
    ['', ['EmptyQuery', 'ReadyForQuery']],
    ['select 1 / 0', ['Error']],
  ])('calls the handlers of a query for the messages of %j', async (text, expected) => {
    const calls: string[] = []
    await new Promise<void>((resolve) => {
      const handle = (name: string) => (): unknown => calls.push(name)
      const last = (name: string) => (): void => {
        calls.push(name)
        resolve()
      }
      const query = {
        submit: (connection: Connection) => {
          connection.query(text)
        },
        handleRowDescription: handle('RowDescription'),
        handleDataRow: handle('DataRow'),
        handleCommandComplete: handle('CommandComplete'),
        handleEmptyQuery: handle('EmptyQuery'),
        handleError: last('Error'),
        handleReadyForQuery: last('ReadyForQuery'),
      } satisfies Submittable & Record<string, unknown>
      session.query(query)
    })
    expect(calls).toEqual(expected)
  })
})
