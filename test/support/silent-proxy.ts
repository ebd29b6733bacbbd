import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface SilentProxy {
  /** URL of the database through the proxy. */
  readonly url: string
  /** Stops forwarding but keeps all connections open, as if packets were lost. */
  fallSilent(): void
  /**
   * Loses what the app sends on one connection from now on; what the database sends arrives.
   * @param port of the client as the database sees it
   */
  loseRequests(port: number): void
  /** Forwards new connections again, but not the old ones. */
  heal(): void
  close(): Promise<void>
}

/** Starts a proxy between the app and a database server. */
export async function silentProxy(databaseUrl: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const upstreams = new Map<Socket, Socket>()
  let isSilent = false
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    if (isSilent) return
    const upstream = connect(Number(port), hostname)
    sockets.add(upstream)
    upstreams.set(upstream, client)
    upstream.on('error', () => undefined)
    client.pipe(upstream).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    fallSilent: () => {
      isSilent = true
      for (const socket of sockets) {
        socket.unpipe()
        socket.pause()
      }
    },
    loseRequests: (port) => {
      for (const [upstream, client] of upstreams) {
        if (upstream.localPort === port) client.unpipe().resume()
      }
    },
    heal: () => {
      isSilent = false
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
