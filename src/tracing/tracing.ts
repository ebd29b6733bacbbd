/**
 * Spans of OpenTelemetry. The API is loaded only if an SDK is registered; otherwise a request runs no
 * code for traces.
 */
import type * as OpenTelemetry from '@opentelemetry/api'
import type { Attributes, Context, Span, SpanKind } from '@opentelemetry/api'
import { errorCode } from '../error-code'

interface SpanOptions {
  readonly kind?: SpanKind
  readonly attributes?: Attributes
  /** From `performance.now()`; default: now. */
  readonly startTime?: number
  /** Default: the active one. */
  readonly context?: Context
}

/** Where version 1 of the API keeps what an SDK registers, for all copies of the API in a process. */
const REGISTRY = Symbol.for('opentelemetry.js.api.1')

/**
 * The API, if an SDK for traces is registered. Call it when a database is opened or an app is created: an
 * SDK that is registered later has no effect on it.
 */
export function registeredTracing(): Tracing | undefined {
  const registry: unknown = Reflect.get(globalThis, REGISTRY)
  const hasTraces = typeof registry === 'object' && registry !== null && 'trace' in registry
  return hasTraces ? new Tracing(loadApi()) : undefined
}

function loadApi(): typeof OpenTelemetry {
  // Its modules take some 20 ms to load.
  // oxlint-disable-next-line typescript/no-require-imports
  return require('@opentelemetry/api') as typeof OpenTelemetry
}

/** Runs work that no request waits for. Its statements have no spans. */
export function inBackground<Result>(work: () => Result): Result {
  const { api } = registeredTracing() ?? {}
  return api ? api.context.with(api.ROOT_CONTEXT, work) : work()
}

export class Tracing {
  private readonly tracer

  constructor(readonly api: typeof OpenTelemetry) {
    this.tracer = api.trace.getTracer('tablequery')
  }

  get activeSpan(): Span | undefined {
    return this.api.trace.getActiveSpan()
  }

  start(name: string, { context, ...options }: SpanOptions = {}): Span {
    return this.tracer.startSpan(name, options, context)
  }

  /** Runs work in a span. Without an active span, there is nothing to trace, and it gets none. */
  async within<Result>(
    name: string,
    work: (span?: Span) => Promise<Result>,
    options: SpanOptions = {},
  ): Promise<Result> {
    if (!this.activeSpan) return work()
    const { context = this.api.context.active() } = options
    const span = this.start(name, options)
    try {
      return await this.api.context.with(this.api.trace.setSpan(context, span), () => work(span))
    } catch (error) {
      this.fail(span, errorType(error))
      throw error
    } finally {
      span.end()
    }
  }

  /** Records a failure without the error's message, which can contain values. @param type one of few texts */
  fail(span: Span, type: string): void {
    span.setAttribute('error.type', type)
    span.setStatus({ code: this.api.SpanStatusCode.ERROR })
  }
}

/** The code of the API, the database, the driver or the system; otherwise the name of the error's class. */
export function errorType(error: unknown): string {
  const name = error instanceof Error ? error.constructor.name : typeof error
  return errorCode(error) || name
}
