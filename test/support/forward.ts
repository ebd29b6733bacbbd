import { connect, type Socket } from 'node:net'

/** Returns a listener that forwards every connection of a server to a database server. */
export function forwardTo({ hostname, port }: URL): (client: Socket) => void {
  return (client) => {
    const upstream = connect(Number(port), hostname)
    client.on('error', () => upstream.destroy())
    // A session of Postgres that waits for its client to read keeps `drop database` of all others waiting.
    client.on('close', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
    client.pipe(upstream).pipe(client)
  }
}
