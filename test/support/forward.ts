import { connect, type Socket } from 'node:net'

/** A server's listener that passes every connection on to the server of a database. */
export function forwardTo({ hostname, port }: URL): (client: Socket) => void {
  return (client) => {
    const upstream = connect(Number(port), hostname)
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
    client.pipe(upstream).pipe(client)
  }
}
