/** Forwards the requests of the page to an implementation of the contract elsewhere. */
import { Readable } from 'node:stream'
import Router from '@koa/router'
import type { Context, Middleware } from 'koa'
import { ApiError } from '../core/errors'

export interface ForwardingOptions {
  /** URL of the implementation, without a trailing slash. */
  readonly baseUrl: string
  /** Headers for each request to it; those of the page win. */
  readonly headers: Readonly<Record<string, string>>
  /** Path prefix of the API on this server. */
  readonly mountPath: string
}

/**
 * Headers of the browser that stay here. Cookies belong to this address: other programs of this machine
 * may have set them.
 */
const KEPT_HERE =
  /^(?:cookie|host|origin|referer|user-agent|accept-(?:encoding|language)|connection|keep-alive|upgrade.*|te|transfer-encoding|content-.*|sec-.*|x-forwarded-.*|forwarded|pragma|priority|dnt)$/

const PASSED_BACK = [
  ...['Content-Type', 'ETag', 'Cache-Control', 'Link', 'Retry-After', 'WWW-Authenticate'],
  ...['X-Request-Id', 'X-Total-Age'],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
]

/** The three routes of the contract. No other path of the implementation can be reached. */
export function forwardingRoutes(options: ForwardingOptions): Router {
  const router = new Router({ prefix: options.mountPath, sensitive: true, strict: true })
  router.get('/tables', (ctx) => forward(ctx, 'tables', options))
  router.get('/query', (ctx) => forward(ctx, `query${ctx.search}`, options))
  router.get('/tables/:table', (ctx) => {
    const table = String(ctx.params['table'])
    // A URL resolves these, also when they are encoded.
    if (table === '.' || table === '..') throw new ApiError('NOT_FOUND', 'There is nothing here.')
    return forward(ctx, `tables/${encodeURIComponent(table)}`, options)
  })
  return router
}

async function forward(ctx: Context, path: string, options: ForwardingOptions): Promise<void> {
  const aborted = new AbortController()
  ctx.res.once('close', () => {
    aborted.abort()
  })
  const url = `${options.baseUrl}/${path}`
  const response = await send(url, ctx, options, aborted.signal)
  if (response.status >= 300 && response.status < 400 && response.status !== 304) {
    const target = response.headers.get('Location') ?? 'nowhere'
    throw unavailable(
      `${url} redirects to ${target}: start tablequery view with the right address.`,
    )
  }
  ctx.status = response.status
  for (const name of PASSED_BACK) {
    const value = response.headers.get(name)
    if (value !== null) ctx.set(name, value)
  }
  ctx.body = response.body === null ? null : Readable.fromWeb(response.body)
}

async function send(
  url: string,
  ctx: Context,
  { headers }: ForwardingOptions,
  signal: AbortSignal,
): Promise<Response> {
  const sent = new Headers(headers)
  for (const [name, value] of Object.entries(ctx.headers)) {
    if (typeof value === 'string' && !KEPT_HERE.test(name)) sent.set(name, value)
  }
  const { method } = ctx
  try {
    // A redirect could lead the credentials to another host.
    return await fetch(url, { method, headers: sent, signal, redirect: 'manual' })
  } catch (cause) {
    throw unavailable(`${url} does not respond.`, cause)
  }
}

function unavailable(message: string, cause?: unknown): ApiError {
  return new ApiError('INTERNAL_SERVER_ERROR', message, undefined, { cause })
}

/**
 * Refuses requests by another name than that of this machine: a page on the internet could otherwise let
 * its own name point to this machine, and read everything with the credentials of `--header`.
 */
export function onlyLocalNames(): Middleware {
  return function checkHost(ctx, next) {
    if (/^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(ctx.host)) return next()
    throw new ApiError('NOT_FOUND', `There is nothing at the host ${ctx.host}.`)
  }
}
