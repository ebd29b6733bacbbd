/** A running service: database, apps and listening sockets, opened and closed together. */
import { setTimeout as delay } from 'node:timers/promises'
import type Koa from 'koa'
import type { Logger } from 'pino'
import { connectDatabase, DatabaseUnavailableError, type Database } from './database'
import { authenticationSchemes } from './http/authentication/authentication-settings'
import { authorization, databaseCallers } from './http/authorization/authorization-settings'
import { addressOf, drain, listen, MAX_URL_LENGTH } from './http/http-server'
import { createHealth } from './http/operations/health'
import type { Metrics } from './http/operations/metrics'
import { apiDocs } from './http/openapi/api-docs-settings'
import { openRateLimit } from './http/rate-limits/rate-limit-settings'
import { viewer } from './http/viewer-page/viewer-settings'
import { OpenResources } from './open-resources'
import type { Settings } from './settings'
import { StartError } from './start-error'
import { unlessAborted } from './stop-signals'

export interface RunningServer {
  /** Address and mount path, without a slash at the end. */
  readonly baseUrl: string
  /** Answers what has been asked, as long as that may take, then closes the database. */
  stop(): Promise<void>
}

/** Milliseconds between two looks at a database that is down. */
const DATABASE_RETRY = 1000

/**
 * @param signal ends the start, with everything closed that was opened
 * @throws StartError, the signal's reason
 */
export async function startServer(
  settings: Settings & { readonly connection: string },
  log: Logger,
  signal: AbortSignal = new AbortController().signal,
): Promise<RunningServer> {
  const { mountPath, adminPort, adminHost, drainTimeout } = settings
  const opened = new OpenResources()
  try {
    const onRedisLoss = (): void => {
      log.error('the connection to Redis is lost: until it is back, requests are counted here')
    }
    const onUnnamedProxy = (address: string): void => {
      log.warn(
        { address },
        'X-Forwarded-For is not believed, and all callers behind this address count as one: ' +
          'name it in trustedProxies if it is a proxy',
      )
    }
    const limit = await openRateLimit(settings, onRedisLoss, onUnnamedProxy)
    opened.add(() => limit?.close())
    const schemes = await authenticationSchemes(settings)
    const databaseCallerOf = databaseCallers(settings)
    const database = connectDatabase(settings.connection, settings)
    opened.add(() => database.close())
    if (databaseCallerOf && !database.tables.as) {
      throw new StartError(
        `a ${database.dialect.name} database has no roles that callers could have`,
      )
    }
    const isAside = adminPort !== undefined
    const options = {
      ...settings,
      ...(schemes.length > 0 && { authenticate: schemes }),
      permissionOf: authorization(settings),
      databaseCallerOf,
      rateLimit: limit?.rateLimit,
    }
    const otherPaths = { document: true, health: !isAside, metrics: !isAside && settings.metrics }
    // The web framework and the pages take a while to load, and so does a database to answer for the first time.
    const loading = Promise.all([
      import('./app.js'),
      import('./http/operations/routes.js'),
      apiDocs(settings, { ...options, otherPaths }),
      viewer(settings, mountPath),
    ])
    // What the database says is told first, and then nobody waits for these.
    loading.catch(() => undefined)
    if (!settings.waitForDatabase) await unlessAborted(signal, database.check())
    const [{ createApp, createAdminApp }, { operationsRoutes }, ...pages] = await loading
    const metrics = await metricsOf(database, settings)
    const health = createHealth(() => database.answersQueries())
    const operations = operationsRoutes(health, metrics)
    const app = createApp({
      ...options,
      tables: database.tables,
      maxUrlLength: MAX_URL_LENGTH,
      onAnswered: (request) => {
        log.info(request, 'request')
        metrics?.record(request)
      },
      otherRoutes: [...(isAside ? [] : [operations]), ...pages.flat()],
    })
    const serve = async (served: Koa, address: { host: string; port: number }): Promise<string> => {
      served.on('error', (error: Error, ctx?: Koa.Context) => {
        log.error({ requestId: ctx?.state['requestId'] as unknown, err: error }, 'request failed')
      })
      const server = await listen(served, address)
      opened.add(() => drain(server, drainTimeout))
      return addressOf(server, address.host)
    }
    if (adminPort !== undefined) {
      const origin = await serve(createAdminApp(operations), { host: adminHost, port: adminPort })
      log.info({ origin }, 'the admin port is open')
    }
    const origin = await serve(app, settings)
    opened.add(() => {
      health.stop()
    })
    if (settings.waitForDatabase) await untilAvailable(database, log, signal)
    signal.throwIfAborted()
    return { baseUrl: origin + (mountPath === '/' ? '' : mountPath), stop: () => opened.close() }
  } catch (error) {
    await opened.close().catch((failure: unknown) => {
      log.error({ err: failure }, 'could not close everything')
    })
    throw error
  }
}

async function metricsOf(
  database: Database,
  settings: Pick<Settings, 'metrics'>,
): Promise<Metrics | undefined> {
  if (!settings.metrics) return undefined
  // Loaded only where it is asked for.
  const { createMetrics } = await import('./http/operations/metrics.js')
  return createMetrics(() => database.pool())
}

/** Meanwhile requests are answered that it is down, and so is the question whether this is ready. */
async function untilAvailable(database: Database, log: Logger, signal: AbortSignal): Promise<void> {
  let reason = ''
  for (;;) {
    try {
      await unlessAborted(signal, database.check())
      return
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error
      if (error.message !== reason) log.warn(`waiting for the database: ${error.message}`)
      reason = error.message
      await unlessAborted(signal, delay(DATABASE_RETRY))
    }
  }
}
