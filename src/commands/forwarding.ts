/** Forwards the requests of the page to an implementation of the contract elsewhere. */
import { Readable } from 'node:stream'
import Router from '@koa/router'
import type { Context, Middleware } from 'koa'
import { ApiError } from '../core/errors'
import { failureReason } from '../failure-reason'

export interface ForwardingOptions {
  /** URL of the implementation, without a trailing slash. */
  readonly baseUrl: string
  /** Headers for each request to it; those of the page win. */
  readonly headers: Readonly<Record<string, string>>
  /** Path prefix of the API on this server. */
  readonly mountPath: string
}

/**
 * Headers of the browser that stay here: those for the next server only, those of parts of a body, and
 * cookies, which belong to this address: other programs of this machine may have set them.
 */
const KEPT_HERE =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade.*|expect|via|range|if-range|content-.*|cookie|host|origin|referer|user-agent|accept-(?:encoding|language)|sec-.*|x-forwarded-.*|forwarded|pragma|priority|dnt)$/

const PASSED_BACK = [
  ...['ETag', 'Cache-Control', 'Vary', 'Last-Modified', 'Expires', 'Age'],
  ...['Link', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id', 'X-Total-Age'],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
]

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i

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
    await response.body?.cancel()
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
  const type = response.headers.get('Content-Type') ?? ''
  // Nothing from elsewhere is a document or a script at the origin of the page.
  ctx.set('Content-Type', JSON_TYPE.test(type) ? type : 'text/plain; charset=utf-8')
  ctx.body = response.body === null ? null : Readable.fromWeb(response.body)
}

async function send(
  url: string,
  ctx: Context,
  { headers }: ForwardingOptions,
  signal: AbortSignal,
): Promise<Response> {
  const sent = new Headers(headers)
  const listed = ctx.get('Connection').toLowerCase().split(',')
  const ofConnection = new Set(listed.map((name) => name.trim()))
  for (const [name, value] of Object.entries(ctx.headers)) {
    const isKept = KEPT_HERE.test(name) || ofConnection.has(name)
    if (typeof value === 'string' && !isKept) sent.set(name, value)
  }
  const { method } = ctx
  try {
    // A redirect could lead the credentials to another host.
    return await fetch(url, { method, headers: sent, signal, redirect: 'manual' })
  } catch (cause) {
    throw unavailable(`${url} does not respond: ${failureReason(cause)}`, cause)
  }
}

function unavailable(message: string, cause?: unknown): ApiError {
  return new ApiError('INTERNAL_SERVER_ERROR', message, undefined, { cause })
}

/** Whether only programs of this machine can connect to an address. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
}

/**
 * Refuses requests by another name than that of this machine: a page on the internet could otherwise let
 * its own name point to this machine, and read everything with the credentials of `--header`.
 */
export function onlyLocalNames(): Middleware {
  return function checkHost(ctx, next) {
    if (isLoopback(ctx.host.replace(/:\d+$/, ''))) return next()
    throw new ApiError('NOT_FOUND', `There is nothing at the host ${ctx.host}.`)
  }
}
