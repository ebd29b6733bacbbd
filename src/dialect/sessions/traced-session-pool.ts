/** Makes a span for the wait for a session, and one for the statement on it. */
import type { Span, SpanKind } from '@opentelemetry/api'
import { statementSpan, type StatementTarget } from '../../tracing/statement-span'
import { errorType, registeredTracing, type Tracing } from '../../tracing/tracing'
import type { Deadline } from './deadline'
import type { SessionDriver } from './session-driver'
import type { LendOptions } from './lend-options'
import { SessionPool, type SessionPoolOptions } from './session-pool'

/** Creates the pool, with spans if an SDK of OpenTelemetry is registered. */
export function createSessionPool<Session extends object>(
  driver: SessionDriver<Session>,
  options: SessionPoolOptions,
  target: StatementTarget,
): SessionPool<Session> {
  const tracing = registeredTracing()
  if (!tracing) return new SessionPool(driver, options)
  return new TracedSessionPool(driver, options, target, tracing)
}

class TracedSessionPool<Session extends object> extends SessionPool<Session> {
  private readonly kind: SpanKind

  constructor(
    driver: SessionDriver<Session>,
    options: SessionPoolOptions,
    private readonly target: StatementTarget,
    private readonly tracing: Tracing,
  ) {
    super(driver, options)
    this.kind = tracing.api.SpanKind.CLIENT
  }

  override withStatementSpan<Result>(
    session: Session,
    statement: string,
    run: () => Promise<Result>,
  ): Promise<Result> {
    const { tracing } = this
    if (!tracing.activeSpan) return run()
    const { name, attributes } = this.describe(statement, session)
    const runAndCount = async (span?: Span): Promise<Result> => {
      const result = await run()
      countRows(span, result)
      return result
    }
    return tracing.within(name, runAndCount, { kind: this.kind, attributes })
  }

  /** Counts as a wait for a session, so it has the same span. */
  override async waitInQueue(work: Promise<unknown>, signal?: AbortSignal): Promise<void> {
    const { tracing } = this
    if (!tracing.activeSpan) return super.waitInQueue(work, signal)
    const wait = tracing.start('wait for a connection')
    try {
      await super.waitInQueue(work, signal)
    } catch (error) {
      tracing.fail(wait, errorType(error))
      throw error
    } finally {
      wait.end()
    }
  }

  override async lend<Result>(
    run: (session: Session, deadline: Deadline) => Promise<Result>,
    options: LendOptions,
  ): Promise<Result> {
    const { tracing } = this
    if (!tracing.activeSpan) return super.lend(run, options)
    const wait = tracing.start('wait for a connection')
    const runAfterWait = (session: Session, deadline: Deadline): Promise<Result> => {
      wait.end()
      return run(session, deadline)
    }
    try {
      return await super.lend(runAfterWait, options)
    } catch (error) {
      if (wait.isRecording()) tracing.fail(wait, errorType(error))
      throw error
    } finally {
      if (wait.isRecording()) wait.end()
    }
  }

  override runInMainThread<Statement extends { readonly sql: string }, Result>(
    statement: Statement,
    run: (statement: Statement) => Result,
  ): Result {
    const startTime = performance.now()
    const result = super.runInMainThread(statement, run)
    if (result !== undefined && this.tracing.activeSpan) {
      const { name, attributes } = this.describe(statement.sql)
      const span = this.tracing.start(name, { kind: this.kind, attributes, startTime })
      countRows(span, result)
      span.end()
    }
    return result
  }

  private describe(text: string, session?: Session): ReturnType<typeof statementSpan> {
    const { host, port = 0, socketPath } = session ? this.hostOf(session) : {}
    // A file has no port.
    const hasPort = port > 0 && socketPath === undefined
    const address = port > 0 ? { host: socketPath ?? host } : {}
    return statementSpan(this.tracing.api, {
      ...{ ...this.target, text, ...address },
      ...(hasPort && { port }),
    })
  }
}

function countRows(span: Span | undefined, result: unknown): void {
  if (Array.isArray(result)) span?.setAttribute('db.response.returned_rows', result.length)
}
