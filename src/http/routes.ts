/** The three routes of the contract. A handler parses, asks the core and sets the body. */
import Router from '@koa/router'
import type { Context, Middleware } from 'koa'
import { DEFAULT_MAX_RESPONSE_BYTES, type TableService } from '../core/table-service'
import {
  credentialHeaders,
  requireAuthentication,
  type Authentication,
} from './authentication/authenticate'
import type { TableQuery } from '../core/table-query'
import type { Principal } from './authentication/principal'
import { tablesByCaller, type CallerRules } from './authorization/caller-tables'
import {
  DEFAULT_CACHE_CONTROL,
  DEFAULT_MAX_LIMIT,
  DEFAULT_MOUNT_PATH,
  DEFAULT_RESPONSE_TIMEOUT,
} from './defaults'
import { noteDatabase, noteRoute, noteRows } from './answered-request'
import { answerNotModified, tagOfContent, tagOfVersion } from './entity-tag'
import { errorHandler } from './error-handler'
import { pageLinks } from './page-links'
import { createQueryParser } from './parsed-query'
import { createQueryAnswers } from './query-answer'
import { withoutNul } from './query-params'
import { decodePercent } from './query-string'
import type { RateLimit } from './rate-limits/rate-limit'
import { responseDeadline } from './response-deadline'
import { tableBody, tableListBody } from './response-body'
import { onResponseClose } from './response-close'
import { ResponseMemory, type MemoryLimits } from './memory/response-memory'

export interface RoutesOptions extends CallerRules {
  /** Tables to serve. Their `limits` also bound the responses. */
  readonly tables: TableService & { readonly limits?: MemoryLimits }
  /** Path that the three routes stand under; default `/api/table-viewer`. */
  readonly mountPath?: string
  /** Largest `limit` that a client may ask for; default 1000. */
  readonly maxLimit?: number
  /** Milliseconds that a client may take to receive an answer; default: 60,000. */
  readonly responseTimeout?: number
  /** Called before anything else is looked at; default: everyone may read. */
  readonly authenticate?: Authentication
  /** Of answers that are no errors; default: `private, no-cache`. */
  readonly cacheControl?: string
  /** How often a caller may ask; default: without limit. */
  readonly rateLimit?: RateLimit | undefined
}

/** Proxies take about 4 KB of headers in all; the links repeat the query string up to four times. */
const LONGEST_LINKS = 3000

/** A router to mount in any Koa app; its errors are answered in the contract's shape. */
export function createRouter(options: RoutesOptions): Router {
  const { mountPath = DEFAULT_MOUNT_PATH, maxLimit = DEFAULT_MAX_LIMIT } = options
  const { limits = { maxResponseBytes: DEFAULT_MAX_RESPONSE_BYTES } } = options.tables
  const parseQuery = createQueryParser(maxLimit)
  const tablesOf = tablesByCaller(options.tables, options)
  const tablesFor = (ctx: Context): TableService =>
    tablesOf(ctx.state['principal'] as Principal | undefined)
  const answerOf = createQueryAnswers(limits.maxResponseBytes)
  const memory = new ResponseMemory(limits)
  const router = new Router({
    prefix: mountPath === '/' ? '' : mountPath,
    sensitive: true,
    strict: true,
  })
  router.use(
    responseDeadline(options.responseTimeout ?? DEFAULT_RESPONSE_TIMEOUT),
    memory.countOthers(),
    varyBy(credentialHeaders(options.authenticate)),
    errorHandler(),
    withCacheControl(options.cacheControl ?? DEFAULT_CACHE_CONTROL),
  )
  const { authenticate, rateLimit } = options
  if (authenticate) {
    if (rateLimit) router.use(rateLimit.refusals)
    router.use(requireAuthentication(authenticate))
  }
  if (rateLimit) router.use(rateLimit.requests)

  router.get('/query', async (ctx) => {
    noteRoute(ctx, 'query')
    const { query, textOfPage } = parseQuery(ctx.querystring)
    noteRoute(ctx, 'query', query.table)
    const signal = untilClientLeaves(ctx)
    if (ctx.get('If-None-Match') !== '') {
      const version = await noteDatabase(ctx, () => tablesFor(ctx).version(query, signal))
      if (version !== undefined && answerNotModified(ctx, tagOfVersion(version))) return
    }
    const tables = tablesFor(ctx)
    const keys = sizeKeys(query)
    const request = { keys, rows: query.limit, query, source: tables, signal }
    const { body, tag, pagination } = await memory.create(ctx, request, async () => {
      const result = await noteDatabase(ctx, () => tables.query(query, signal))
      noteRows(ctx, result.rows.length)
      const rows = result.rows.length
      return { ...answerOf(result), rows, pagination: result.pagination }
    })
    const links = pageLinks(textOfPage, pagination)
    if (links.length <= LONGEST_LINKS) ctx.set('Link', links)
    answerJson(ctx, body, tag)
  })

  const answerText = async (
    ctx: Context,
    key: string,
    make: () => Promise<string>,
  ): Promise<void> => {
    const signal = untilClientLeaves(ctx)
    const { body } = await memory.create(ctx, { keys: [key], rows: 1, signal }, async () => ({
      body: await noteDatabase(ctx, make),
      rows: 1,
    }))
    const tag = tagOfContent(body)
    if (!answerNotModified(ctx, tag)) answerJson(ctx, body, tag)
  }

  router.get('/tables', async (ctx) => {
    noteRoute(ctx, 'tables')
    await answerText(ctx, '/tables', async () => tableListBody(await tablesFor(ctx).listTables()))
  })

  router.get('/tables/:table', async (ctx) => {
    noteRoute(ctx, 'tables/:table')
    // The router's own decoding lets malformed names through as they are.
    const name = withoutNul('table', decodePercent(ctx.captures?.[0] ?? '', 'table'))
    noteRoute(ctx, 'tables/:table', name)
    await answerText(ctx, '/tables/:table', async () =>
      tableBody(await tablesFor(ctx).describeTable(name)),
    )
  })

  return router
}

/** No shared cache may hand one caller's answer to another, whoever it is that checks the callers. */
function varyBy(headers: string[]): Middleware {
  return async function varyByCaller(ctx, next) {
    ctx.vary(headers)
    await next()
  }
}

/** Of answers alone: an error is true for its own request at most. */
function withCacheControl(value: string): Middleware {
  return async function controlCaches(ctx, next) {
    await next()
    ctx.set('Cache-Control', value)
  }
}

/** What rows of about the same size have in common: their table, and then their columns. */
function sizeKeys({ table, columns }: TableQuery): string[] {
  const key = `query ${table}`
  return columns ? [key, JSON.stringify([table, columns])] : [key]
}

/** Aborted when the client closes the connection before it has the whole answer. */
function untilClientLeaves(ctx: Context): AbortSignal {
  const controller = new AbortController()
  onResponseClose(ctx, () => {
    if (!ctx.res.writableFinished) controller.abort()
  })
  return controller.signal
}

function answerJson(ctx: Context, body: string | Buffer, tag?: string): void {
  ctx.type = 'application/json'
  if (tag !== undefined) ctx.set('ETag', tag)
  ctx.body = body
}
