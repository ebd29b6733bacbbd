/** A client that sends a request and reads one byte of the response each second. */
import { once } from 'node:events'
import { connect } from 'node:net'

export interface SlowClient {
  readonly leave: () => void
}

/** @param path absolute path, percent-encoded */
export async function slowClient(
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<SlowClient> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port) })
  // The server may disconnect the client.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause()
  const lines = Object.entries({ Host: hostname, ...headers }).map((pair) => pair.join(': '))
  socket.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  const reading = setInterval(() => {
    socket.read(1)
  }, 1000).unref()
  return {
    leave: () => {
      clearInterval(reading)
      socket.destroy()
    },
  }
}
