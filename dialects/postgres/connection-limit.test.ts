import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describeEachServer } from '../../test/support/describe-each-server'
import { recordedConnection } from '../../test/support/recorded-connection'
import { waitUntil } from '../../test/support/wait-until'

const ROLE = `limited_${process.pid}`

/** https://www.postgresql.org/docs/current/protocol-message-formats.html: Terminate */
const TERMINATE = Buffer.from('X\0\0\0\x04')

/** Milliseconds by which the proxy delays the end of a connection. */
const CLOSING = 300

const SLOW = { sql: 'select pg_sleep(60)', bindings: [] }
const ONE = { sql: 'select 1', bindings: [] }

describeEachServer('postgres', 'a role with one connection', (server) => {
  it('opens a session only after the server has closed the previous one', async () => {
    const { url } = await server.serve([`create role ${ROLE} login connection limit 1`])
    const proxy = createServer({ allowHalfOpen: true }, closingSlowly(new URL(url))).listen(
      0,
      '127.0.0.1',
    )
    await once(proxy, 'listening')
    const limited = new URL(url)
    limited.username = ROLE
    limited.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const connection = recordedConnection(limited.href, { poolSize: 1 })
    try {
      await connection.readRows(ONE)
      const aborting = new AbortController()
      const slow = connection.readRows(SLOW, aborting.signal)
      const next = connection.readRows(ONE)
      await waitUntil(() => connection.sessions.state().waiting === 1)
      await nextTurn()
      aborting.abort(new Error('disconnected'))
      await expect(slow).rejects.toThrow('disconnected')
      // The pool closes the session of the cancelled statement and opens another one.
      expect(await next).toEqual([['1']])
    } finally {
      await connection.close()
      proxy.close()
    }
  })
})

/** Forwards connections, and delays the messages that end them. */
function closingSlowly({ hostname, port }: URL): (client: Socket) => void {
  return (client) => {
    const upstream = connect(Number(port), hostname)
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
    client.on('data', (bytes: Buffer) => {
      if (bytes.equals(TERMINATE)) setTimeout(() => upstream.end(bytes), CLOSING)
      else upstream.write(bytes)
    })
    upstream.pipe(client)
  }
}
