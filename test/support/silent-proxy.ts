import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface SilentProxy {
  /** URL of the database through the proxy. */
  readonly url: string
  /** Stops forwarding but keeps all connections open, as if packets were lost. */
  stopForwarding(): void
  /**
   * Drops the next statement with this text and all later data of the app on its connection. Data of the
   * database still arrives.
   */
  loseStatement(text: string): void
  /** Whether the proxy has dropped that statement. */
  hasLost(): boolean
  /** Forwards new connections again, but not the old ones. */
  forwardAgain(): void
  close(): Promise<void>
}

/** Starts a proxy between the app and a database server. */
export async function silentProxy(databaseUrl: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isSilent = false
  let lostText: string | undefined
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    if (isSilent) return
    const upstream = connect(Number(port), hostname)
    sockets.add(upstream)
    upstream.on('error', () => undefined)
    let isLost = false
    client.on('data', (chunk) => {
      if (lostText !== undefined && chunk.includes(lostText)) {
        isLost = true
        lostText = undefined
      }
      if (!isLost) upstream.write(chunk)
    })
    client.on('end', () => upstream.end())
    upstream.pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    stopForwarding: () => {
      isSilent = true
      for (const socket of sockets) {
        socket.unpipe()
        socket.pause()
      }
    },
    loseStatement: (text) => {
      lostText = text
    },
    hasLost: () => lostText === undefined,
    forwardAgain: () => {
      isSilent = false
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
