/** Rows that are too large end their session before they arrive. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { ResultTooLargeError } from '../../src/dialect/result-size'
import { describeEachServer } from '../../test/support/describe-each-server'
import { forwardTo } from '../../test/support/forward'
import { recordedConnection } from '../../test/support/recorded-connection'

const MAX_BYTES = 100_000

/** What the sockets of both sides buffer. */
const MAX_BUFFERED = 10_000_000

const HUGE = 100_000_000

describeEachServer('postgres', 'the size of a row', (server) => {
  const sockets: Socket[] = []
  const forward = forwardTo(server.url)
  const proxy = createServer((client) => {
    sockets.push(client)
    forward(client)
  })
  let url: string
  beforeAll(async () => {
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
    const through = new URL(server.url)
    through.hostname = '127.0.0.1'
    through.port = String((proxy.address() as AddressInfo).port)
    url = through.href
  })
  afterAll(() => {
    proxy.close()
  })

  const read = async (sql: string, maxBytes = MAX_BYTES): Promise<unknown> => {
    const connection = recordedConnection(url, { maxBytes, poolSize: 1 })
    try {
      return await connection.readRows({ sql, bindings: [] }).catch((error: unknown) => error)
    } finally {
      await connection.close()
    }
  }

  const received = (): number => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0)

  it('ends the session when the server begins to send a larger one', async () => {
    const sql = `select 1, 'small' union all select 2, repeat('x', ${HUGE})`
    expect(await read(sql)).toBeInstanceOf(ResultTooLargeError)
    expect(received()).toBeLessThan(MAX_BUFFERED)
  })

  it('ends the session when the message of an error is larger', async () => {
    const before = received()
    const error = await read(`select repeat('x', ${HUGE / 4})::int`)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(ResultTooLargeError)
    expect(received() - before).toBeLessThan(MAX_BUFFERED)
  })

  it('may be twice the limit of a response in hexadecimal digits', async () => {
    const sql = `select decode(repeat('ab', ${MAX_BYTES / 2 - 100}), 'hex')`
    expect(await read(sql)).toHaveLength(1)
  })

  it('is counted in whatever parts the messages arrive', async () => {
    const sql = `select repeat('é', (i * 7919) % 3000), i from generate_series(1, 20000) as i`
    const rows = await read(sql, 100_000_000)
    expect(rows).toHaveLength(20_000)
  })
})
