/** Refuses malformed requests, and turns everything thrown into the contract's error body. The app emits 5xx errors. */
import type { Context, Middleware } from 'koa'
import { ApiError, internalServerError } from '../../core/errors'
import { BEARER_CHALLENGE } from '../authentication/scheme'
import { respondJson } from '../json-response'
import { recordRefusal } from '../request-log'
import { checkRequest } from '../request-check'
import { isClosed } from '../response-close'

/** Makes the body of an error; it may wait, and throw another error. */
type BodyOf = (ctx: Context, error: ApiError) => string | Promise<string | Buffer>

/** @param maxUrlLength maximum bytes of path and query */
export function errorHandler(
  maxUrlLength = Infinity,
  bodyOf: BodyOf = (_ctx, error) => errorBody(error),
): Middleware {
  return async function handleErrors(ctx, next) {
    try {
      checkRequest(ctx, maxUrlLength)
      await next()
    } catch (thrown) {
      // The client has disconnected, which aborts the work: this is not a failure.
      if (isClosed(ctx)) return
      const error = apiErrorOf(thrown)
      try {
        respondWithError(ctx, error, await bodyOf(ctx, error))
      } catch (failure) {
        if (isClosed(ctx)) return
        const other = apiErrorOf(failure)
        respondWithError(ctx, other, errorBody(other))
      }
    }
  }
}

function apiErrorOf(thrown: unknown): ApiError {
  return thrown instanceof ApiError ? thrown : internalServerError(thrown)
}

function respondWithError(ctx: Context, error: ApiError, body: string | Buffer): void {
  ctx.status = error.status
  ctx.set('Cache-Control', 'no-store')
  if (error.retryAfter !== undefined) ctx.set('Retry-After', String(error.retryAfter))
  // Each 401 must have the header, even one without authentication, for a table that the caller may not read. Bearer
  // tokens are the usual credentials; a function or a proxy may accept others.
  // https://www.rfc-editor.org/rfc/rfc9110#section-15.5.2
  if (error.status === 401 && !ctx.response.get('WWW-Authenticate')) {
    ctx.set('WWW-Authenticate', BEARER_CHALLENGE)
  }
  respondJson(ctx, body)
  if (error.status === 401) recordRefusal(ctx, error.cause)
  // For the log. Errors of clients (4xx) are not logged as failures.
  if (error.status >= 500) ctx.app.emit('error', error, ctx)
}

/**
 * Whether an `error` event of the app reports a failure. Koa also emits one when a client disconnects
 * within its response.
 */
export function isFailure(error: unknown, ctx?: Context): boolean {
  return error instanceof ApiError || !ctx?.req.socket.destroyed
}

export function errorBody({ code, message, details }: ApiError): string {
  return JSON.stringify({ error: code, message, ...(details && { details }) })
}
