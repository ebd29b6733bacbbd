/** Registers an OpenTelemetry SDK that keeps spans in memory. Import it before a database is opened. */
import { node, tracing } from '@opentelemetry/sdk-node'

type ReadableSpan = tracing.ReadableSpan

const exporter = new tracing.InMemorySpanExporter()
new node.NodeTracerProvider({
  spanProcessors: [new tracing.SimpleSpanProcessor(exporter)],
}).register()

/** Ended spans, in the order of their ends. */
export function recordedSpans(): ReadableSpan[] {
  return exporter.getFinishedSpans()
}

export function forgetSpans(): void {
  exporter.reset()
}

/** The ended spans of one trace. */
export function spansOf(traceId: string): ReadableSpan[] {
  return recordedSpans().filter((span) => span.spanContext().traceId === traceId)
}

export interface SpanTree {
  readonly name: string
  readonly children: SpanTree[]
}

/** The spans with this parent, and their descendants, in the order of their starts. */
export function treeBelow(spans: readonly ReadableSpan[], parentId: string): SpanTree[] {
  return spans
    .filter(({ parentSpanContext }) => parentSpanContext?.spanId === parentId)
    .sort((a, b) => a.startTime[0] - b.startTime[0] || a.startTime[1] - b.startTime[1])
    .map((span) => ({
      name: span.name,
      children: treeBelow(spans, span.spanContext().spanId),
    }))
}
