import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface SilentServer {
  readonly port: number
  /** The next connection, which receives no response. */
  nextConnection(): Promise<Socket>
}

/** Runs the test with a server that accepts connections and never responds. */
export async function withSilentServer(
  test: (port: number, server: SilentServer) => Promise<void>,
): Promise<void> {
  const server = createServer((socket) => {
    // Without a reader, a socket does not notice that the client has disconnected.
    socket.resume().on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const nextConnection = async (): Promise<Socket> => {
    const [socket] = (await once(server, 'connection')) as [Socket]
    return socket
  }
  try {
    await test(port, { port, nextConnection })
  } finally {
    server.close()
  }
}
