/** A running service: database, app and listening socket, opened and closed together. */
import { once } from 'node:events'
import type Koa from 'koa'
import type { Logger } from 'pino'
import { openDatabase } from './database'
import { authenticationSchemes } from './http/authentication/settings'
import { authorization } from './http/authorization/settings'
import { addressOf, listen } from './http/http-server'
import { openRateLimit } from './http/rate-limits/settings'
import type { Settings } from './settings'

export interface RunningServer {
  /** Address and mount path, without a slash at the end. */
  readonly baseUrl: string
  /** Answers what has been asked, then closes the database. */
  stop(): Promise<void>
}

/** @throws StartError */
export async function startServer(
  settings: Settings & { readonly connection: string },
  log: Logger,
): Promise<RunningServer> {
  const { host, mountPath, connection } = settings
  const opened: (() => unknown)[] = []
  const closeAll = async (): Promise<void> => {
    for (const close of opened.splice(0).reverse()) await close()
  }
  try {
    const limit = await openRateLimit(settings, () => {
      log.error('the connection to Redis is lost: until it is back, requests are counted here')
    })
    opened.push(() => limit?.close())
    const schemes = await authenticationSchemes(settings)
    // The web framework takes a while to load, and so does a database to answer for the first time.
    const loading = import('./app.js')
    const database = await openDatabase(connection, settings)
    opened.push(() => database.close())
    const { createApp } = await loading
    const app = createApp({
      ...settings,
      tables: database.tables,
      ...(schemes.length > 0 && { authenticate: schemes }),
      permissionOf: authorization(settings),
      rateLimit: limit?.rateLimit,
    })
    app.on('error', (error: Error, ctx?: Koa.Context) => {
      log.error({ requestId: ctx?.state['requestId'] as unknown, err: error }, 'request failed')
    })
    const server = await listen(app, settings)
    opened.push(async () => {
      server.close()
      server.closeIdleConnections()
      await once(server, 'close')
    })
    return {
      baseUrl: addressOf(server, host) + (mountPath === '/' ? '' : mountPath),
      stop: closeAll,
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}
