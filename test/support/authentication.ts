/** Sends requests to an app without tables, to test its authentication over HTTP. */
import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type Koa from 'koa'
import { createApp, readSecrets, type Authentication, type Principal } from '../../src'
import { NO_TABLES } from './no-tables'
import { serveApp } from './serve-app'

export interface Reply {
  readonly status: number
  readonly body: unknown
  /** The header `WWW-Authenticate`. */
  readonly challenge: string | null
  readonly vary: string | null
  /** The caller as the app has identified it. */
  readonly principal: unknown
}

const running: (() => void)[] = []

/** Call it after each test. */
export function stopServers(): void {
  for (const stop of running.splice(0)) stop()
}

/** @returns scheme, host and port */
export async function listen(app: Koa | RequestListener): Promise<string> {
  const { origin, stop } = await serveApp(app)
  running.push(stop)
  return origin
}

/** Starts an app with this authentication. @returns a function that sends a request with headers */
export async function clientOf(
  authenticate: Authentication,
): Promise<(headers?: Record<string, string>) => Promise<Reply>> {
  const app = createApp({ tables: NO_TABLES, authenticate })
  app.silent = true
  let principal: unknown
  app.middleware.unshift(async (ctx, next) => {
    await next()
    principal = ctx.state['principal']
  })
  const origin = await listen(app)
  return async (headers = {}) => {
    principal = undefined
    const response = await fetch(`${origin}/api/table-viewer/tables`, { headers })
    return {
      status: response.status,
      body: await response.json(),
      challenge: response.headers.get('WWW-Authenticate'),
      vary: response.headers.get('Vary'),
      principal,
    }
  }
}

export const rejected = (authMethod: string, reason: string): Partial<Reply> => ({
  status: 401,
  body: {
    error: 'AUTHENTICATION_FAILED',
    message: `Authentication failed: ${reason}.`,
    details: { authMethod, reason },
  },
})

export const accepted = (
  authMethod: string,
  name: string,
  roles: string[] = [],
): Partial<Reply> => ({
  status: 200,
  principal: { authMethod, name, roles } satisfies Principal,
})

export const bearer = (token: string): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
})

export const PLAIN_SECRET = 'correct-horse-battery'
export const HASHED_SECRET = 'another-long-secret'
export const SHA256 = createHash('sha256').update(HASHED_SECRET).digest('hex')

/** One secret in plain text, and one that is configured by its hash. */
export const SECRETS = readSecrets([
  { name: 'ada', secret: PLAIN_SECRET, roles: ['admin'] },
  { name: 'bob', sha256: SHA256 },
])
