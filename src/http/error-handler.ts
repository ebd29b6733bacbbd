/** Outermost middleware: anything thrown becomes the contract's error body, and is told to the app. */
import type { Context, Middleware } from 'koa'
import { ApiError, internalServerError } from '../core/errors'
import { isClosed } from './response-close'

export function errorHandler(): Middleware {
  return async function answerErrors(ctx, next) {
    try {
      await next()
    } catch (thrown) {
      // The work was stopped because its client had left: nobody is to be told, nothing has failed.
      if (isClosed(ctx)) return
      const error = thrown instanceof ApiError ? thrown : internalServerError(thrown)
      answerError(ctx, error)
    }
  }
}

function answerError(ctx: Context, error: ApiError): void {
  ctx.status = error.status
  ctx.type = 'application/json'
  ctx.set('Cache-Control', 'no-store')
  if (error.retryAfter !== undefined) ctx.set('Retry-After', String(error.retryAfter))
  ctx.body = errorBody(error)
  // For the log; a client's own mistakes are not worth a line each.
  if (error.status >= 500) ctx.app.emit('error', error, ctx)
}

export function errorBody({ code, message, details }: ApiError): string {
  return JSON.stringify({ error: code, message, ...(details && { details }) })
}
