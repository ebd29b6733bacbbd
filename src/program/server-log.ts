/** What the server logs besides requests. */
import type Koa from 'koa'
import type { Logger } from 'pino'
import type { Database } from '../database/database'
import { isFailure } from '../http/errors/error-handler'
import type { RateLimitListeners } from '../http/rate-limits/rate-limit-settings'
import type { Settings } from './settings'
import { unmatchedPermissions } from './unmatched-permissions'

export function rateLimitListeners(log: Logger): RateLimitListeners {
  return {
    onRedisDisconnect: () => {
      log.error(
        'the connection to Redis is lost: each program counts requests alone until it is restored',
      )
    },
    onUntrustedProxy: (address) => {
      log.warn(
        { address },
        'X-Forwarded-For from this address is ignored, so all of its clients count as one caller: ' +
          'if it is a proxy, add it to trustedProxies',
      )
    },
  }
}

export function logHostChanges(log: Logger, database: Database): void {
  database.onHostChange(({ host, role, isUsable, reason }) => {
    if (isUsable) log.info({ host, role }, 'the host can be used')
    else log.warn({ host, role, reason }, 'the host cannot be used')
  })
}

export function logFailures(log: Logger, app: Koa): void {
  app.on('error', (error: Error, ctx?: Koa.Context) => {
    if (!isFailure(error, ctx)) return
    log.error({ requestId: ctx?.state['requestId'] as unknown, err: error }, 'request failed')
  })
}

/** Returns at once: the rules may be for tables that do not exist yet. */
export function logUnmatchedPermissions(
  log: Logger,
  database: Database,
  roles: readonly string[],
  settings: Settings,
): void {
  void unmatchedPermissions(database, roles, settings).then(
    (names) => {
      if (names.length === 0) return
      log.warn({ names }, `names in permissions match no table or column: ${names.join(', ')}`)
    },
    // The log gets this failure from the requests that fail for the same reason.
    () => undefined,
  )
}
