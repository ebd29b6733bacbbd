/** The three routes of the contract. A handler parses the request, calls the core and sets the body. */
import Router from '@koa/router'
import type { Context, Middleware } from 'koa'
import compose from 'koa-compose'
import type { TableQuery } from '../core/table-query'
import type { TableService } from '../core/table-service'
import type { TableDescription } from '../dialect/schema'
import { checkedOptions } from '../settings/option-check'
import { ROUTES_OPTION_TYPES, type RoutesOptions } from './app-options'
import { credentialHeaders, requireAuthentication } from './authentication/authenticate'
import { principalOf } from './authentication/principal'
import { createTablesOf } from './authorization/caller-tables'
import {
  DEFAULT_CACHE_CONTROL,
  DEFAULT_MAX_LIMIT,
  DEFAULT_MOUNT_PATH,
  DEFAULT_RESPONSE_TIMEOUT,
} from './defaults'
import { recordDatabaseTime, recordRows, recordTable } from './request-log'
import { statementSignal } from './client-connection'
import { respondNotModified, contentTag } from './entity-tag'
import { errorHandler } from './errors/error-handler'
import { respondJson } from './json-response'
import { createQueryParser } from './query/query-parser'
import { createQueryResponses, pageLinks } from './query/query-response'
import { withoutNul } from './query/query-parameters'
import { responseDeadline } from './response-deadline'
import { errorBodyWithin } from './memory/error-bodies'
import { ResponseMemory } from './memory/response-memory'
import { tableInPath } from './table-in-path'

/** Some proxies accept only 4 KB of headers, and the links repeat the query string up to four times. */
const MAX_LINKS_LENGTH = 3000

/**
 * Creates a router to mount in any Koa app on a server of Node.js, whose connections show when a client
 * disconnects. Its errors have the contract's body.
 * @throws TypeError for a wrong option
 */
export function createRouter(routesOptions: RoutesOptions): Router {
  const options = checkedOptions('createRouter', routesOptions, ROUTES_OPTION_TYPES)
  const { mountPath = DEFAULT_MOUNT_PATH, maxLimit = DEFAULT_MAX_LIMIT } = options
  const { limits } = options.tables
  const parseQuery = createQueryParser(maxLimit)
  const tablesOf = createTablesOf(options.tables, options)
  const tablesFor = (ctx: Context): TableService => tablesOf(principalOf(ctx))
  const responseOf = createQueryResponses(limits.maxResponseBytes)
  const memory = new ResponseMemory(limits)
  const router = new Router({
    prefix: mountPath === '/' ? '' : mountPath,
    sensitive: true,
    strict: true,
  })
  const { authenticate, rateLimit } = options
  // All routes use this middleware, so that routes which an app adds to the router are authenticated too. One call of
  // `use`, because the router matches the path again for each function.
  const middleware: Middleware[] = [
    responseDeadline(options.responseTimeout ?? DEFAULT_RESPONSE_TIMEOUT),
    errorHandler(Infinity, (ctx, error) => errorBodyWithin(memory, ctx, error)),
    cachingHeaders(credentialHeaders(authenticate), options.cacheControl ?? DEFAULT_CACHE_CONTROL),
    ...(authenticate && rateLimit ? [rateLimit.authenticationFailures] : []),
    ...(authenticate ? [requireAuthentication(authenticate)] : []),
    ...(rateLimit ? [rateLimit.requests] : []),
  ]
  router.use(compose(middleware))

  router.get('query', '/query', async (ctx) => {
    const tables = tablesFor(ctx)
    const { query, queryStringOf } = parseQuery(ctx.querystring)
    recordTable(ctx, query.table)
    const signal = statementSignal(ctx)
    if (ctx.get('If-None-Match') !== '') {
      const version = await recordDatabaseTime(ctx, () => tables.version(query, signal))
      if (version !== undefined && respondNotModified(ctx, contentTag(version))) return
    }
    const keys = sizeKeys(query)
    const request = { keys, rows: query.limit, query, source: tables, signal }
    const { body, tag, pagination, age } = await memory.create(ctx, request, async () => {
      const result = await recordDatabaseTime(ctx, () => tables.query(query, signal))
      const { pagination, age } = result
      const rows = result.rows.length
      recordRows(ctx, rows)
      const response = responseOf(result)
      if (response instanceof Promise) memory.expect(keys, result.rows)
      return { rows, pagination, age, ...(await response) }
    })
    if (age !== undefined) ctx.set('X-Total-Age', String(age / 1000))
    const links = pageLinks(queryStringOf, pagination)
    if (links.length <= MAX_LINKS_LENGTH) ctx.set('Link', links)
    respondJson(ctx, body, tag)
  })

  const respondText = async (
    ctx: Context,
    key: string,
    read: () => Promise<string>,
  ): Promise<void> => {
    const signal = statementSignal(ctx)
    const { body } = await memory.create(ctx, { keys: [key], rows: 1, signal }, async () => ({
      body: await recordDatabaseTime(ctx, read),
      rows: 1,
    }))
    const tag = contentTag(body)
    if (!respondNotModified(ctx, tag)) respondJson(ctx, body, tag)
  }

  router.get('tables', '/tables', async (ctx) => {
    const tables = tablesFor(ctx)
    await respondText(ctx, '/tables', async () => JSON.stringify(await tables.listTables()))
  })

  router.get('tables/:table', '/tables/:table', async (ctx) => {
    const tables = tablesFor(ctx)
    const name = withoutNul('table', tableInPath(ctx))
    recordTable(ctx, name)
    await respondText(ctx, '/tables/:table', async () =>
      tableBody(await tables.describeTable(name)),
    )
  })

  return router
}

/**
 * Keeps shared caches from sending one caller's response to another, and sets the `Cache-Control` of
 * successful responses. The error handler replaces it in errors.
 */
function cachingHeaders(credentials: string[], cacheControl: string): Middleware {
  return function setCachingHeaders(ctx, next) {
    ctx.vary(credentials)
    ctx.set('Cache-Control', cacheControl)
    return next()
  }
}

/** Keys of rows with about the same size: the table, then the table with the selected columns. */
function sizeKeys({ table, columns }: TableQuery): string[] {
  const key = `query ${table}`
  return columns ? [key, JSON.stringify([table, columns])] : [key]
}

function tableBody({ name, columns }: TableDescription): string {
  return JSON.stringify({ name, columns: columns.map(({ name, type }) => ({ name, type })) })
}
