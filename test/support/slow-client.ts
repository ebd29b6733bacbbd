/** A client that asks and then takes one byte a second. */
import { once } from 'node:events'
import { connect } from 'node:net'

export interface SlowClient {
  readonly leave: () => void
}

/** @param path from the root, percent-encoded */
export async function slowClient(
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<SlowClient> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port) })
  // The program may cut it off.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause()
  const lines = Object.entries({ Host: hostname, ...headers }).map((pair) => pair.join(': '))
  socket.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  const taking = setInterval(() => {
    socket.read(1)
  }, 1000).unref()
  return {
    leave: () => {
      clearInterval(taking)
      socket.destroy()
    },
  }
}
