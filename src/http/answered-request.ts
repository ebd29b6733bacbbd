/** What is told of a request when it is over, for a log and for metrics: no value, and no secret. */
import type { Context, Middleware } from 'koa'
import type { Principal } from './authentication/principal'
import { onResponseClose } from './response-close'

export interface AnsweredRequest {
  readonly requestId: string
  readonly method: string
  /** `query`, `tables` or `tables/:table`; `other` for what is none of them. */
  readonly route: string
  /** 499 if the client left before there was any answer. */
  readonly status: number
  /** Scheme and name of the caller, e.g. `jwt:ada`. */
  readonly principal?: string
  /** As the request names it; left out where there may be no such table. */
  readonly table?: string
  readonly rows?: number
  /** Milliseconds spent waiting for the database, its pool included. */
  readonly databaseMs: number
  /** Milliseconds until the client had the answer, or had left. */
  readonly ms: number
  /** The client left before it had the answer. */
  readonly isAborted: boolean
}

/** What the routes write down on the way. */
interface Notes {
  route: string
  table?: string
  rows?: number
  databaseMs: number
}

const notesOf = new WeakMap<object, Notes>()

export function noteRoute(ctx: Context, route: string, table?: string): void {
  const notes = notesOf.get(ctx.req)
  if (!notes) return
  notes.route = route
  if (table !== undefined) notes.table = table
}

/** Waits for the database, and writes down for how long. */
export async function noteDatabase<Result>(
  ctx: Context,
  read: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now()
  try {
    return await read()
  } finally {
    const notes = notesOf.get(ctx.req)
    if (notes) notes.databaseMs += performance.now() - began
  }
}

export function noteRows(ctx: Context, rows: number): void {
  const notes = notesOf.get(ctx.req)
  if (notes) notes.rows = rows
}

/** Outside of everything that answers. */
export function tellOfRequests(tell: (request: AnsweredRequest) => unknown): Middleware {
  return async function tellOfRequest(ctx, next) {
    const began = performance.now()
    const notes: Notes = { route: 'other', databaseMs: 0 }
    notesOf.set(ctx.req, notes)
    onResponseClose(ctx, () => {
      const isAborted = !ctx.res.writableFinished
      const status = isAborted && !ctx.headerSent ? CLIENT_LEFT : ctx.status
      const principal = ctx.state['principal'] as Principal | undefined
      // A name that was refused may be anything that somebody has pasted.
      const isKnown = status < 400 || status >= 500
      return tell({
        requestId: String(ctx.state['requestId']),
        method: ctx.method,
        route: notes.route,
        status,
        ...(principal && { principal: `${principal.authMethod}:${principal.name}` }),
        ...(isKnown && notes.table !== undefined && { table: notes.table.slice(0, LONGEST_NAME) }),
        ...(notes.rows !== undefined && { rows: notes.rows }),
        databaseMs: rounded(notes.databaseMs),
        ms: rounded(performance.now() - began),
        isAborted,
      })
    })
    await next()
  }
}

const LONGEST_NAME = 256

/** No status of HTTP; what nginx writes down then. */
const CLIENT_LEFT = 499

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}
