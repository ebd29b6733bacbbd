import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** Runs something with the port of a server that accepts connections and never says a word. */
export async function withSilentServer(work: (port: number) => Promise<void>): Promise<void> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await work((server.address() as AddressInfo).port)
  } finally {
    server.close()
  }
}
