/** Starts the service: database, apps and listening sockets, which are closed together. */
import { setTimeout as delay } from 'node:timers/promises'
import type Koa from 'koa'
import type { Logger } from 'pino'
import { connectDatabase, DatabaseUnavailableError, type Database } from './database'
import { DATABASE_OPTION_SETTINGS } from './database-settings'
import { deploymentReport } from './deployment-report'
import { inWords, type ServerFacts } from './dialect/server-facts'
import type { HostReport } from './dialect/sessions/host-state'
import { authenticationSchemes } from './http/authentication/authentication-settings'
import {
  authorization,
  databaseCallers,
  namedDatabaseRoles,
} from './http/authorization/authorization-settings'
import { isFailure } from './http/error-handler'
import { addressOf, drain, listen, MAX_URL_LENGTH } from './http/http-server'
import { HTTP_SETTINGS } from './http/http-settings'
import { createHealth } from './http/operations/health'
import type { Metrics } from './http/operations/metrics'
import { apiDocs } from './http/openapi/api-docs-settings'
import { openRateLimit } from './http/rate-limits/rate-limit-settings'
import type { RequestLogEntry } from './http/request-log'
import { viewer } from './http/viewer-page/viewer-settings'
import { OpenResources } from './open-resources'
import { tablesOfRole } from './role-tables'
import { valuesOf } from './setting-definition'
import type { Settings } from './settings'
import { StartError } from './start-error'
import { unlessAborted } from './unless-aborted'
import { unmatchedPermissions } from './unmatched-permissions'

export interface RunningServer {
  /** Origin and mount path, without a trailing slash. */
  readonly baseUrl: string
  /** The report of `--check`, see `deploymentReport`. */
  report(): Promise<string>
  /** Completes running requests within the drain timeout, then closes the database. */
  stop(): Promise<void>
}

/** Milliseconds between two attempts to reach an unavailable database. */
const DATABASE_RETRY = 1000

/**
 * Starts the service.
 * @param signal aborts the start; everything that was opened is closed
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
    const onRedisDisconnect = (): void => {
      log.error(
        'the connection to Redis is lost: each program counts requests alone until it is restored',
      )
    }
    const onUntrustedProxy = (address: string): void => {
      log.warn(
        { address },
        'X-Forwarded-For from this address is ignored, so all of its clients count as one caller: ' +
          'if it is a proxy, add it to trustedProxies',
      )
    }
    const limit = await openRateLimit(settings, onRedisDisconnect, onUntrustedProxy)
    opened.add(() => limit?.close())
    const schemes = await authenticationSchemes(settings)
    const databaseCallerOf = databaseCallers(settings)
    const database = connectDatabase(
      settings.connection,
      valuesOf(DATABASE_OPTION_SETTINGS, settings),
    )
    opened.add(() => database.close())
    if (databaseCallerOf && !database.tables.withRole) {
      throw new StartError(
        `databaseRole, jwtDatabaseRoleClaim: a ${database.dialect.name} database has no roles for callers`,
      )
    }
    const roles = namedDatabaseRoles(settings)
    const check = async (): Promise<ServerFacts> => {
      const facts = await database.check()
      for (const role of roles) await tablesOfRole(database, role)
      return facts
    }
    database.onHostChange((report) => {
      logHost(log, report)
    })
    const hasAdminPort = adminPort !== undefined
    const options = {
      ...valuesOf(HTTP_SETTINGS, settings),
      ...(schemes.length > 0 && { authenticate: schemes }),
      permissionOf: authorization(settings),
      databaseCallerOf,
      rateLimit: limit?.rateLimit,
    }
    const otherPaths = {
      document: true,
      health: !hasAdminPort,
      metrics: !hasAdminPort && settings.metrics,
    }
    // Loading the web framework and connecting to the database both take time, so they run in parallel.
    const loading = Promise.all([
      import('./app.js'),
      import('./http/operations/routes.js'),
      apiDocs(settings, { ...options, otherPaths }),
      viewer(settings, mountPath),
    ])
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
      otherRoutes: [...(hasAdminPort ? [] : [operations]), ...pages.flat()],
    })
    const listenWith = async (
      served: Koa,
      address: Parameters<typeof listen>[1],
    ): Promise<string> => {
      served.on('error', (error: Error, ctx?: Koa.Context) => {
        if (!isFailure(error, ctx)) return
        log.error({ requestId: ctx?.state['requestId'] as unknown, err: error }, 'request failed')
      })
      const server = await listen(served, address)
      opened.add(() => drain(server, drainTimeout))
      return addressOf(server, address.host)
    }
    if (adminPort !== undefined) {
      const origin = await listenWith(createAdminApp(operations), {
        host: adminHost,
        port: adminPort,
      })
      log.info({ origin }, 'listening on the admin port')
    }
    const origin = await listenWith(app, { host: settings.host, port: settings.port, onResponse })
    opened.add(() => {
      health.stop()
    })
    facts ??= await untilAvailable(check, log, signal)
    signal.throwIfAborted()
    health.started()
    log.info({ server: facts }, `connected to ${inWords(facts)}`)
    // Not awaited: the rules may be for tables that do not exist yet.
    void unmatchedPermissions(database, roles, settings).then(
      (names) => {
        if (names.length === 0) return
        log.warn({ names }, `names in permissions match no table or column: ${names.join(', ')}`)
      },
      // The log gets this failure from the requests that fail for the same reason.
      () => undefined,
    )
    return {
      baseUrl: origin + (mountPath === '/' ? '' : mountPath),
      report: () => deploymentReport(database, roles, settings),
      stop: () => opened.close(),
    }
  } catch (error) {
    await opened.close().catch((failure: unknown) => {
      log.error({ err: failure }, 'cannot close all resources')
    })
    throw error
  }
}

function logHost(log: Logger, { host, role, isUsable, reason }: HostReport): void {
  if (isUsable) log.info({ host, role }, 'the host can be used')
  else log.warn({ host, role, reason }, 'the host cannot be used')
}

async function metricsOf(
  database: Database,
  settings: Pick<Settings, 'metrics'>,
): Promise<Metrics | undefined> {
  if (!settings.metrics) return undefined
  // Imported on demand, to start faster without it.
  const { createMetrics } = await import('./http/operations/metrics.js')
  return createMetrics(database)
}

/** Retries until the database is available. Until then, requests fail and `/readyz` is 503. */
async function untilAvailable(
  check: () => Promise<ServerFacts>,
  log: Logger,
  signal: AbortSignal,
): Promise<ServerFacts> {
  let reason = ''
  for (;;) {
    try {
      return await unlessAborted(signal, check())
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error
      if (error.message !== reason) log.warn(`waiting for the database: ${error.message}`)
      reason = error.message
      await unlessAborted(signal, delay(DATABASE_RETRY))
    }
  }
}
