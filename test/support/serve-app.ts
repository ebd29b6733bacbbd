import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Koa from 'koa'

export interface ServedApp {
  /** Scheme, host and port. */
  readonly origin: string
  readonly stop: () => void
}

/** Serves an app or a request listener on a free port. */
export async function serveApp(app: Koa | RequestListener): Promise<ServedApp> {
  const listener = typeof app === 'function' ? app : (app.callback() as unknown as RequestListener)
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
