/** The three routes of the contract. A handler parses, asks the core and sets the body. */
import etag from '@koa/etag'
import Router from '@koa/router'
import type { Context, Middleware } from 'koa'
import conditionalGet from 'koa-conditional-get'
import { LRUCache } from 'lru-cache'
import type { Permission } from '../core/permission'
import type { TableQuery } from '../core/table-query'
import { DEFAULT_MAX_RESPONSE_BYTES, type TableService } from '../core/table-service'
import {
  credentialHeaders,
  requireAuthentication,
  type Authentication,
} from './authentication/authenticate'
import type { Principal } from './authentication/principal'
import type { PermissionOf } from './authorization/permissions'
import { errorHandler } from './error-handler'
import { createLargePageGate } from './large-pages'
import { pageLinks } from './page-links'
import { createQueryParamsParser, withoutNul } from './query-params'
import { decodePercent, parseQueryString } from './query-string'
import type { RateLimit } from './rate-limits/rate-limit'
import { queryBody, tableBody, tableListBody } from './response-body'

export interface RoutesOptions {
  readonly tables: TableService
  /** Path that the three routes stand under; default `/api/table-viewer`. */
  readonly mountPath?: string
  /** Largest `limit` that a client may ask for; default 1000. */
  readonly maxLimit?: number
  /** Bytes of a query's answer at most; default 32 MiB. */
  readonly maxResponseBytes?: number
  /** Called before anything else is looked at; default: everyone may read. */
  readonly authenticate?: Authentication
  /** What a caller may read; default: everything. */
  readonly permissionOf?: PermissionOf | undefined
  /** How often a caller may ask; default: without limit. */
  readonly rateLimit?: RateLimit | undefined
}

export const DEFAULT_MOUNT_PATH = '/api/table-viewer'
export const DEFAULT_MAX_LIMIT = 1000

/** Proxies take about 4 KB of headers in all; the links repeat the query string up to four times. */
const LONGEST_LINKS = 3000

/** Query strings whose meaning is remembered, and the longest of them. */
const MOST_PARSED = 1000
const LONGEST_PARSED = 1000

/** A router to mount in any Koa app; its errors are answered in the contract's shape. */
export function createRouter(options: RoutesOptions): Router {
  const { mountPath = DEFAULT_MOUNT_PATH, maxLimit = DEFAULT_MAX_LIMIT } = options
  const { maxResponseBytes = DEFAULT_MAX_RESPONSE_BYTES } = options
  const parseQueryParams = createQueryParamsParser(maxLimit)
  const tablesFor = tablesByCaller(options)
  const gate = createLargePageGate()
  const parsed = new LRUCache<string, TableQuery>({ max: MOST_PARSED })
  const parseQuery = (text: string): TableQuery => {
    const query = parsed.get(text) ?? parseQueryParams(parseQueryString(text))
    if (text.length <= LONGEST_PARSED) parsed.set(text, query)
    return query
  }
  const router = new Router({
    prefix: mountPath === '/' ? '' : mountPath,
    sensitive: true,
    strict: true,
  })
  router.use(
    varyBy(credentialHeaders(options.authenticate)),
    errorHandler(),
    conditionalGet(),
    etag(),
  )
  const { authenticate, rateLimit } = options
  // Without authentication, nobody is refused.
  if (authenticate && rateLimit) router.use(rateLimit.refusals)
  router.use(requireAuthentication(authenticate ?? letEveryoneIn))
  if (rateLimit) router.use(rateLimit.requests)

  router.get('/query', async (ctx) => {
    const query = parseQuery(ctx.querystring)
    const signal = untilClientLeaves(ctx)
    const { body, pagination } = await gate(query.limit, signal, ctx.res, async () => {
      const result = await tablesFor(ctx).query(query, signal)
      return { body: queryBody(result, maxResponseBytes), pagination: result.pagination }
    })
    const links = pageLinks(ctx.querystring, pagination)
    if (links.length <= LONGEST_LINKS) ctx.set('Link', links)
    answerJson(ctx, body)
  })

  router.get('/tables', async (ctx) => {
    answerJson(ctx, tableListBody(await tablesFor(ctx).listTables()))
  })

  router.get('/tables/:table', async (ctx) => {
    // The router's own decoding lets malformed names through as they are.
    const name = withoutNul('table', decodePercent(ctx.captures?.[0] ?? '', 'table'))
    answerJson(ctx, tableBody(await tablesFor(ctx).describeTable(name)))
  })

  return router
}

const letEveryoneIn = (): undefined => undefined

/** The tables as the caller may read them. */
function tablesByCaller({ tables, permissionOf }: RoutesOptions): (ctx: Context) => TableService {
  if (!permissionOf) return () => tables
  const views = new WeakMap<Permission, TableService>()
  return (ctx) => {
    const permission = permissionOf(ctx.state['principal'] as Principal | undefined)
    const view = views.get(permission) ?? tables.for(permission)
    views.set(permission, view)
    return view
  }
}

/** No shared cache may hand one caller's answer to another, whoever it is that checks the callers. */
function varyBy(headers: string[]): Middleware {
  return async function varyByCaller(ctx, next) {
    ctx.vary(headers)
    await next()
  }
}

/** Aborted when the client closes the connection before it has the whole answer. */
function untilClientLeaves({ res }: Context): AbortSignal {
  const controller = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) controller.abort()
  })
  return controller.signal
}

function answerJson(ctx: Context, body: string | Buffer): void {
  ctx.type = 'application/json'
  ctx.set('Cache-Control', 'private, no-cache')
  ctx.body = body
}
