/** Forwards the viewer's requests to another implementation of the contract. */
import { Readable } from 'node:stream'
import Router from '@koa/router'
import type { Context, Middleware } from 'koa'
import { ApiError } from '../core/errors'
import { fetchFailure } from '../fetch-failure'
import { isLoopback } from '../host-name'
import { EXPOSED_HEADERS } from '../http/response-headers'
import { tableInPath } from '../http/table-in-path'

export interface ForwardingOptions {
  /** URL of the implementation, without a trailing slash. */
  readonly baseUrl: string
  /** Headers of each forwarded request; headers of the viewer replace those of the same name. */
  readonly headers: Readonly<Record<string, string>>
  /** Maximum milliseconds until the implementation begins its response. */
  readonly timeout: number
  /** Path prefix of the API on this server. */
  readonly mountPath: string
}

/**
 * Request headers that are not forwarded: hop-by-hop headers, headers of ranges and of a request body, and
 * cookies, which other programs on this machine may have set.
 */
const NOT_FORWARDED =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade.*|expect|via|range|if-range|content-.*|cookie|host|origin|referer|user-agent|accept-(?:encoding|language)|sec-.*|x-forwarded-.*|forwarded|pragma|priority|dnt)$/

/** Response headers that are forwarded to the browser. */
const RESPONSE_HEADERS = [
  ...EXPOSED_HEADERS,
  'Cache-Control',
  'Vary',
  'Last-Modified',
  'Expires',
  'Age',
]

/** Only one type: of a list such as `application/json, text/html`, browsers take the last one. */
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;[^,]*)?$/i

/** The three routes of the contract. No other path of the implementation is reachable. */
export function forwardingRoutes(options: ForwardingOptions): Router {
  const router = new Router({ prefix: options.mountPath, sensitive: true, strict: true })
  router.get('/tables', (ctx) => forward(ctx, 'tables', options))
  router.get('/query', (ctx) => forward(ctx, `query${ctx.search}`, options))
  router.get('/tables/:table', (ctx) => {
    const table = tableInPath(ctx)
    // `fetch` resolves these as relative path segments, even if they are percent-encoded.
    if (table === '.' || table === '..') throw new ApiError('NOT_FOUND', 'The path does not exist.')
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
  const response = await send(url, ctx, options, aborted)
  if (response.status >= 300 && response.status < 400 && response.status !== 304) {
    await response.body?.cancel()
    const target = response.headers.get('Location') ?? 'an unknown address'
    throw unavailable(
      `${url} redirects to ${target}: start tablequery view with the right address.`,
    )
  }
  ctx.status = response.status
  for (const name of RESPONSE_HEADERS) {
    const value = response.headers.get(name)
    if (value !== null) ctx.set(name, value)
  }
  const type = response.headers.get('Content-Type') ?? ''
  // A browser must not run a forwarded response as a document or a script of the viewer's origin.
  ctx.set('Content-Type', JSON_TYPE.test(type) ? type : 'text/plain; charset=utf-8')
  // Without a body, Koa would send the JSON `null`, and its length for HEAD.
  ctx.body = Readable.from(
    response.body === null ? [] : bodyOf(response.body, url, aborted.signal),
    {
      objectMode: false,
    },
  )
}

/** @param signal is aborted when the browser disconnects, which is no failure */
async function* bodyOf(
  body: ReadableStream<Uint8Array>,
  url: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (cause) {
    throw signal.aborted ? cause : unavailable(fetchFailure(url, cause), cause)
  }
}

async function send(
  url: string,
  ctx: Context,
  { headers, timeout }: ForwardingOptions,
  aborted: AbortController,
): Promise<Response> {
  const sent = new Headers(headers)
  const listed = ctx.get('Connection').toLowerCase().split(',')
  const hopByHop = new Set(listed.map((name) => name.trim()))
  for (const [name, value] of Object.entries(ctx.headers)) {
    const isForwarded = !NOT_FORWARDED.test(name) && !hopByHop.has(name)
    if (typeof value === 'string' && isForwarded) sent.set(name, value)
  }
  const { method } = ctx
  const { signal } = aborted
  // On Node.js 20, `fetch` may wait forever for a connection that the server closes at once.
  const deadline = setTimeout(() => {
    aborted.abort(unavailable(`${url}: no response within ${timeout} ms (--timeout)`))
  }, timeout)
  try {
    // Following a redirect could send the credentials to another host.
    return await fetch(url, { method, headers: sent, signal, redirect: 'manual' })
  } catch (cause) {
    throw cause instanceof ApiError ? cause : unavailable(fetchFailure(url, cause), cause)
  } finally {
    clearTimeout(deadline)
  }
}

function unavailable(message: string, cause?: unknown): ApiError {
  return new ApiError('INTERNAL_SERVER_ERROR', message, undefined, { cause })
}

/**
 * Refuses requests whose `Host` is not a loopback name. Otherwise, a web site could resolve its own name to
 * 127.0.0.1 (DNS rebinding) and read all tables with the credentials of `--header`.
 */
export function onlyLocalNames(): Middleware {
  return function checkHost(ctx, next) {
    if (isLoopback(ctx.host.replace(/:\d+$/, ''))) return next()
    throw new ApiError(
      'NOT_FOUND',
      `The host ${ctx.host} does not exist here: use localhost or 127.0.0.1.`,
    )
  }
}
