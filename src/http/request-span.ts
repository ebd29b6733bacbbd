/**
 * Makes the span of each request, in the trace that its `traceparent` names.
 * https://opentelemetry.io/docs/specs/semconv/http/http-spans/
 */
import type { Attributes } from '@opentelemetry/api'
import type { Context, Middleware } from 'koa'
import { registeredTracing } from '../tracing/tracing'
import { isAborted } from './client-connection'
import { arrivalOf } from './arrival'
import { onResponseClose } from './response-close'

/** Clients can send any text as the method, so others have one name. */
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'])

/** Use it before all middleware that responds. @returns `undefined` if no SDK is registered */
export function requestSpan(): Middleware | undefined {
  const tracing = registeredTracing()
  if (!tracing) return undefined
  const { context, propagation, SpanKind, trace } = tracing.api
  return async function traceRequest(ctx, next) {
    const { activeSpan } = tracing
    if (activeSpan) {
      // An instrumentation of Node.js has made the span of the request.
      ctx.state['traceId'] = activeSpan.spanContext().traceId
      await next()
      return
    }
    const parent = propagation.extract(context.active(), ctx.headers)
    const method = METHODS.has(ctx.method) ? ctx.method : 'HTTP'
    const span = tracing.start(method, {
      startTime: arrivalOf(ctx.req),
      kind: SpanKind.SERVER,
      attributes: requestAttributes(ctx),
      context: parent,
    })
    ctx.state['traceId'] = span.spanContext().traceId
    onResponseClose(ctx, () => {
      const route: unknown = ctx['_matchedRoute']
      if (typeof route === 'string') {
        span.updateName(`${method} ${route}`)
        span.setAttribute('http.route', route)
      }
      if (ctx.headerSent) span.setAttribute('http.response.status_code', ctx.status)
      if (ctx.headerSent && ctx.status >= 500) tracing.fail(span, String(ctx.status))
      else if (isAborted(ctx)) span.setAttribute('error.type', 'client_disconnected')
      span.end(performance.now())
    })
    await context.with(trace.setSpan(parent, span), next)
  }
}

/** Without the query string, which has search terms. */
function requestAttributes(ctx: Context): Attributes {
  return {
    'http.request.method': METHODS.has(ctx.method) ? ctx.method : '_OTHER',
    'url.scheme': ctx.protocol,
    'url.path': ctx.path,
    'network.protocol.version': ctx.req.httpVersion,
    'user_agent.original': ctx.get('User-Agent') || undefined,
  }
}
