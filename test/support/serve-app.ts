import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Koa from 'koa'

export interface ServedApp {
  /** Scheme, host and port. */
  readonly origin: string
  readonly stop: () => void
}

/**
 * Milliseconds. Longer than any test computes between two requests: only then can a client close its idle
 * connections before the server does.
 */
const KEEP_ALIVE_TIMEOUT = 65_000

/** Serves an app or a request listener on a free port. */
export async function serveApp(app: Koa | RequestListener): Promise<ServedApp> {
  const listener = typeof app === 'function' ? app : (app.callback() as unknown as RequestListener)
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_TIMEOUT }, listener).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
