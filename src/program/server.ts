/** Starts the service: database, apps and listening sockets, which are closed together. */
import cluster from 'node:cluster'
import type Koa from 'koa'
import type { Logger } from 'pino'
import type { Database } from '../database/database'
import { checkWithRoles, connectWith, requireRoles, untilAvailable } from './database-start'
import { deploymentReport } from './deployment-report'
import { inWords, type ServerFacts } from '../dialect/server-facts'
import { authenticationSchemes } from '../http/authentication/authentication-settings'
import {
  authorization,
  databaseCallers,
  namedDatabaseRoles,
} from '../http/authorization/authorization-settings'
import { drain } from '../http/drain'
import { addressOf, listen, MAX_URL_LENGTH, type HttpServerOptions } from '../http/http-server'
import { HTTP_SETTINGS } from '../http/http-settings'
import { createHealth } from '../http/operations/health'
import type { Metrics } from '../http/operations/metrics'
import { apiDocs } from '../http/openapi/api-docs-settings'
import { openRateLimit } from '../http/rate-limits/rate-limit-settings'
import type { RateLimit } from '../http/rate-limits/rate-limit'
import type { RequestLogEntry } from '../http/request-log'
import { viewer } from '../http/viewer-page/viewer-settings'
import { OpenResources } from './open-resources'
import {
  logFailures,
  logHostChanges,
  logUnmatchedPermissions,
  rateLimitListeners,
} from './server-log'
import { valuesOf } from '../settings/setting-definition'
import type { Settings } from './settings'
import { unlessAborted } from '../unless-aborted'

export interface RunningServer {
  /** Origin and mount path, without a trailing slash. */
  readonly baseUrl: string
  /** The report of `--check`, see `deploymentReport`. */
  report(): Promise<string>
  /** Completes running requests within the drain timeout, then closes the database. */
  stop(): Promise<void>
}

type StartSettings = Settings & { readonly connection: string }

/**
 * Starts the service.
 * @param signal aborts the start; everything that was opened is closed
 * @throws StartError, the signal's reason
 */
export async function startServer(
  settings: StartSettings,
  log: Logger,
  signal: AbortSignal,
): Promise<RunningServer> {
  const opened = new OpenResources()
  try {
    return await start(settings, log, signal, opened)
  } catch (error) {
    await opened.close().catch((failure: unknown) => {
      log.error({ err: failure }, 'cannot close all resources')
    })
    throw error
  }
}

async function start(
  settings: StartSettings,
  log: Logger,
  signal: AbortSignal,
  opened: OpenResources,
): Promise<RunningServer> {
  const { mountPath, adminPort, adminHost } = settings
  const limit = await openRateLimit(settings, rateLimitListeners(log))
  opened.add(() => limit?.close())
  const options = await routesOptions(settings, limit?.rateLimit)
  const database = connectWith(settings)
  opened.add(() => database.close())
  if (options.databaseCallerOf) requireRoles(database)
  const roles = namedDatabaseRoles(settings)
  const check = (): Promise<ServerFacts> => checkWithRoles(database, roles)
  logHostChanges(log, database)
  // Loading the web framework and connecting to the database both take time, so they run in parallel.
  const loading = loadApps(settings, options)
  // If the check of the database fails first, nothing awaits these imports.
  loading.catch(() => undefined)
  // Before the check of the database: the metrics of all workers need those of a worker that is starting.
  const metrics = await metricsOf(database, settings)
  const mustBeAvailable = !settings.waitForDatabase
  let facts = mustBeAvailable ? await unlessAborted(signal, check()) : undefined
  const [{ createApp, createAdminApp }, { operationsRoutes }, ...pages] = await loading
  const health = createHealth(() => database.isReady())
  const operations = operationsRoutes(health, metrics)
  const onResponse = (request: RequestLogEntry): void => {
    log.info(request, 'request')
    metrics?.record(request)
  }
  const app = createApp({
    ...options,
    tables: database.tables,
    maxUrlLength: MAX_URL_LENGTH,
    onResponse,
    otherRoutes: [...(adminPort === undefined ? [operations] : []), ...pages.flat()],
  })
  const listenWith = async (served: Koa, address: HttpServerOptions): Promise<string> => {
    logFailures(log, served)
    const server = await listen(served, address)
    opened.add(() => drain(server, settings.drainTimeout))
    return addressOf(server, address.host)
  }
  if (adminPort !== undefined) {
    const admin = { host: adminHost, port: adminPort }
    const origin = await listenWith(createAdminApp(operations), admin)
    log.info({ origin }, 'listening on the admin port')
  }
  const origin = await listenWith(app, { host: settings.host, port: settings.port, onResponse })
  opened.add(() => {
    health.stop()
  })
  facts ??= await untilAvailable(check, log, signal)
  signal.throwIfAborted()
  health.started()
  const { warnings = [], ...server } = facts
  log.info({ server }, `connected to ${inWords(server)}`)
  const isFirst = (cluster.worker?.id ?? 1) === 1
  if (isFirst) for (const warning of warnings) log.warn(warning)
  logUnmatchedPermissions(log, database, roles, settings)
  return {
    baseUrl: origin + (mountPath === '/' ? '' : mountPath),
    report: () => deploymentReport(database, roles, settings),
    stop: () => opened.close(),
  }
}

/** The options of the routes and of the document that describes them. */
async function routesOptions(settings: StartSettings, rateLimit: RateLimit | undefined) {
  const schemes = await authenticationSchemes(settings)
  return {
    ...valuesOf(HTTP_SETTINGS, settings),
    ...(schemes.length > 0 && { authenticate: schemes }),
    permissionOf: authorization(settings),
    databaseCallerOf: databaseCallers(settings),
    rateLimit,
  }
}

/** Imports the web framework, and reads the pages. */
function loadApps(settings: StartSettings, options: Awaited<ReturnType<typeof routesOptions>>) {
  const isOnApiPort = settings.adminPort === undefined
  const otherPaths = {
    document: true,
    health: isOnApiPort,
    metrics: isOnApiPort && settings.metrics,
  }
  return Promise.all([
    import('../app.js'),
    import('../http/operations/routes.js'),
    apiDocs(settings, { ...options, otherPaths }),
    viewer(settings, settings.mountPath),
  ])
}

async function metricsOf(
  database: Database,
  settings: Pick<Settings, 'metrics'>,
): Promise<Metrics | undefined> {
  if (!settings.metrics) return undefined
  // Imported on demand, to start faster without it.
  const { createMetrics } = await import('../http/operations/metrics.js')
  return createMetrics(database)
}
