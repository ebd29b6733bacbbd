/**
 * Responds to errors of an app's own routes as Koa does: `ctx.throw(404)` and `ctx.assert` send their status
 * and message to the client. They are no failures, and need no code of the API.
 */
import type { Middleware } from 'koa'

interface ExposedError {
  readonly status: number
  readonly message: string
  readonly headers?: Record<string, string>
}

export function exposedErrors(): Middleware {
  return async function respondToExposed(ctx, next) {
    try {
      await next()
    } catch (error) {
      if (!isExposed(error)) throw error
      ctx.status = error.status
      ctx.set({ 'Cache-Control': 'no-store', ...error.headers })
      // Koa would send a message that begins with `<` as HTML.
      ctx.type = 'text/plain'
      ctx.body = error.message
    }
  }
}

/** Compares properties, not the class: the app may have its own copy of `http-errors`. */
function isExposed(error: unknown): error is ExposedError {
  if (!(error instanceof Error) || !('expose' in error) || !('status' in error)) return false
  const { expose, status } = error
  return expose === true && typeof status === 'number' && status >= 400 && status < 500
}
