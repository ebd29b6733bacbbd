/** Runs statements through a proxy that counts what the server has sent. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { forwardTo } from './forward'
import { recordedConnection } from './recorded-connection'

export interface ReadThroughProxy {
  /** Returns the rows, or the error. */
  readonly read: (sql: string, maxBytes: number) => Promise<unknown>
  /** Bytes that clients of the proxy have received. */
  readonly received: () => number
}

/** Starts the proxy before the tests of the current block, and closes it after them. */
export function readThroughProxy(target: URL): ReadThroughProxy {
  const sockets: Socket[] = []
  const forward = forwardTo(target)
  const proxy = createServer((client) => {
    sockets.push(client)
    forward(client)
  })
  beforeAll(async () => {
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(() => {
    proxy.close()
  })
  return {
    read: async (sql, maxBytes) => {
      const url = new URL(target)
      url.hostname = '127.0.0.1'
      url.port = String((proxy.address() as AddressInfo).port)
      const connection = recordedConnection(url.href, { maxBytes, poolSize: 1 })
      try {
        return await connection.readRows({ sql, bindings: [] }).catch((error: unknown) => error)
      } finally {
        await connection.close()
      }
    },
    received: () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
  }
}
