import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface HeldProxy {
  /** URL of the database through the proxy. */
  readonly url: string
  /** Keeps back what the server sends, and that it closes a connection, until the client sends something. */
  hold(): void
  /** Resets each connection as soon as its client sends something. */
  breakOff(): void
  close(): Promise<void>
}

/** Starts a proxy between the app and a database server, for sessions that end without the app's notice. */
export async function heldProxy(databaseUrl: string): Promise<HeldProxy> {
  const { hostname, port } = new URL(databaseUrl)
  const open = new Set<{ client: Socket; upstream: Socket }>()
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const pair = { client, upstream }
    open.add(pair)
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
    client.pipe(upstream)
    upstream.pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    hold: () => {
      for (const { client, upstream } of open) {
        upstream.unpipe(client)
        upstream.pause()
        client.once('data', () => upstream.pipe(client))
      }
    },
    breakOff: () => {
      for (const { client } of open) client.once('data', () => client.resetAndDestroy())
    },
    close: async () => {
      for (const { client, upstream } of open) {
        client.destroy()
        upstream.destroy()
      }
      server.close()
      await once(server, 'close')
    },
  }
}
