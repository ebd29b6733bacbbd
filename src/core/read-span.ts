/** Reads in a span, if an SDK of OpenTelemetry is registered. */
import type { Context, Span, SpanContext } from '@opentelemetry/api'
import { registeredTracing, type Tracing } from '../tracing/tracing'
import { withTable } from '../tracing/statement-span'
import type { Reader, ReadRequest, ReadResult } from './reader'

/**
 * @param share adds a layer that may run a read for several requests. Each of them has a span, the
 *   statements are in that of one, and the others link to it.
 */
export function withReadSpans(reader: Reader, share: (reader: Reader) => Reader): Reader {
  const tracing = registeredTracing()
  if (!tracing) return share(reader)
  const contexts = new WeakMap<ReadRequest, Context>()
  const spans = new WeakMap<ReadResult, SpanContext>()
  return recorded(share(inContext(reader, tracing, contexts, spans)), tracing, contexts, spans)
}

function recorded(
  reader: Reader,
  tracing: Tracing,
  contexts: WeakMap<ReadRequest, Context>,
  spans: WeakMap<ReadResult, SpanContext>,
): Reader {
  const read = async (
    request: ReadRequest,
    signal: AbortSignal | undefined,
    span: Span,
  ): Promise<ReadResult> => {
    contexts.set(request, tracing.api.context.active())
    const result = await reader.read(request, signal)
    span.setAttributes({
      'tablequery.rows': result.rows.length,
      'tablequery.total': result.total,
    })
    const context = spans.get(result)
    if (context && context.spanId !== span.spanContext().spanId) span.addLink({ context })
    return result
  }
  return {
    read: (request, signal) => {
      const table = request.plan.table.name
      const attributes = { 'db.collection.name': table }
      const context = withTable(tracing.api, table)
      return tracing.within(
        'read',
        (span) => (span ? read(request, signal, span) : reader.read(request, signal)),
        { attributes, context },
      )
    },
  }
}

/** Restores the trace of the request: a shared read can start when another one ends, in the trace of that one. */
function inContext(
  reader: Reader,
  { api }: Tracing,
  contexts: WeakMap<ReadRequest, Context>,
  spans: WeakMap<ReadResult, SpanContext>,
): Reader {
  return {
    read: async (request, signal) => {
      const context = contexts.get(request) ?? api.ROOT_CONTEXT
      const result = await api.context.with(context, () => reader.read(request, signal))
      const span = api.trace.getSpanContext(context)
      if (span) spans.set(result, span)
      return result
    },
  }
}
