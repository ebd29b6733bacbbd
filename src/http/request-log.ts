/** Records each request for the log and the metrics: no values and no secrets. */
import type { Context, Middleware } from 'koa'
import { arrivalOf } from './arrival'
import { nameOf, principalOf } from './authentication/principal'
import { isAborted } from './client-connection'
import { RequestValue } from './request-value'
import { onResponseClose } from './response-close'

/** A request and its response, without values and secrets. */
export interface RequestLogEntry {
  /** The header `X-Request-Id` of the response. */
  readonly requestId: string
  /** The id of its trace, if an SDK of OpenTelemetry is registered. */
  readonly traceId?: string
  /** The method of the request; `other` if it is not one of HTTP, or could not be read. */
  readonly method: string
  /** `query`, `tables`, `tables/:table`, another route's name, or `other` if no named route matched. */
  readonly route: string
  /** 499 if the client disconnected before the response began. */
  readonly status: number
  /** Scheme and name of the caller, e.g. `jwt:ada`. */
  readonly principal?: string
  /** As the request spells it; absent if the table may not exist. */
  readonly table?: string
  /** Why the credentials were refused, if the response does not say it: the `cause` of the error. */
  readonly refusal?: string
  /** Rows in the response; absent if it has none. */
  readonly rows?: number
  /** Milliseconds of waiting for the database, including the connection pool. */
  readonly databaseMs: number
  /**
   * Milliseconds from the moment when the process has read the request until the client received the
   * response or disconnected.
   */
  readonly ms: number
  /** Whether the client disconnected before it received the whole response. */
  readonly isAborted: boolean
}

/** What the routes record while they handle a request. */
interface RequestRecord {
  table?: string
  refusal?: string
  rows?: number
  databaseMs: number
  /** Start of the read that runs, in milliseconds. */
  readingSince?: number | undefined
}

const records = new RequestValue<RequestRecord>('record')

export function recordTable(ctx: Context, table: string): void {
  const record = records.get(ctx)
  if (record) record.table = table
}

/** @param cause of an error 401, which the response does not show */
export function recordRefusal(ctx: Context, cause: unknown): void {
  const record = records.get(ctx)
  if (record && cause instanceof Error) record.refusal = cause.message
}

/** Reads from the database, and records the time it takes. */
export async function recordDatabaseTime<Result>(
  ctx: Context,
  read: () => Promise<Result>,
): Promise<Result> {
  const record = records.get(ctx)
  if (!record) return read()
  record.readingSince = performance.now()
  try {
    return await read()
  } finally {
    endReading(record)
  }
}

function endReading(record: RequestRecord): void {
  if (record.readingSince === undefined) return
  record.databaseMs += performance.now() - record.readingSince
  record.readingSince = undefined
}

export function recordRows(ctx: Context, rows: number): void {
  const record = records.get(ctx)
  if (record) record.rows = rows
}

/**
 * Calls `onResponse` when a response is closed. Use it before all middleware that responds.
 */
export function requestLog(onResponse: (entry: RequestLogEntry) => unknown): Middleware {
  return function logRequest(ctx, next) {
    const start = arrivalOf(ctx.req)
    const record: RequestRecord = { databaseMs: 0 }
    records.set(ctx, record)
    onResponseClose(ctx, () => {
      // If the client disconnects, the response is closed before the read has ended.
      endReading(record)
      const wasAborted = isAborted(ctx)
      const status = wasAborted && !ctx.headerSent ? CLIENT_CLOSED_REQUEST : ctx.status
      const principal = principalOf(ctx)
      // The name in a refused request can be any text, for example a secret pasted by mistake.
      const isTableName = status < 400 || status >= 500
      return onResponse({
        requestId: String(ctx.state['requestId']),
        ...(ctx.state['traceId'] !== undefined && { traceId: String(ctx.state['traceId']) }),
        method: ctx.method,
        route: routeOf(ctx),
        status,
        ...(principal && { principal: nameOf(principal) }),
        ...(isTableName &&
          record.table !== undefined && { table: record.table.slice(0, MAX_NAME_LENGTH) }),
        ...(record.refusal !== undefined && { refusal: record.refusal }),
        ...(record.rows !== undefined && { rows: record.rows }),
        databaseMs: rounded(record.databaseMs),
        ms: rounded(performance.now() - start),
        isAborted: wasAborted,
      })
    })
    return next()
  }
}

/** The router sets the name before authentication, so that refused requests have it too. */
function routeOf(ctx: Context): string {
  const name: unknown = ctx['_matchedRouteName']
  return typeof name === 'string' ? name : OTHER
}

/** The route, or the method, of a request that has none of those with a name. */
export const OTHER = 'other'

const MAX_NAME_LENGTH = 256

/** Not an HTTP status; nginx logs it in this case. */
const CLIENT_CLOSED_REQUEST = 499

export function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}
