import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** Runs the test with the port of a server that accepts connections and never responds. */
export async function withSilentServer(test: (port: number) => Promise<void>): Promise<void> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await test((server.address() as AddressInfo).port)
  } finally {
    server.close()
  }
}
