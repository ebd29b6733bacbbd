/** A read that waits until it shares the count of other reads. */
import { AsyncResource } from 'node:async_hooks'
import { callerOf } from '../../dialect/sessions/callers'
import type { ReadBatch } from './read-batches'
import type { ReadRequest, ReadResult } from '../reader'

export class WaitingRead {
  private static arrivals = 0
  readonly caller: string
  /** Numbers the reads in their order. */
  readonly arrival = ++WaitingRead.arrivals
  /** Resolves when a statement of the read starts, or when the read ends without one. */
  readonly started: Promise<void>
  batch?: ReadBatch
  /** The trace of the request, for its statements. */
  private readonly context = new AsyncResource('WaitingRead')
  private start: () => void = () => undefined
  private settle: (result: ReadResult | undefined | Promise<ReadResult>) => void = () => undefined
  private fail: (reason: unknown) => void = () => undefined

  constructor(
    readonly request: ReadRequest,
    readonly signal: AbortSignal | undefined,
    /** Whether `release` may end the wait. */
    readonly isReleasable: boolean,
  ) {
    this.caller = callerOf(signal)
    this.started = new Promise((resolve) => {
      this.start = resolve
    })
  }

  /**
   * Waits for the result. Call this only once: a batch keeps its reads in memory, so a read does not keep its
   * result.
   * @returns `undefined` after `release`
   */
  wait(): Promise<ReadResult | undefined> {
    const result = new Promise<ReadResult | undefined>((resolve, reject) => {
      this.settle = resolve
      this.fail = reject
    })
    // After an abort, no code awaits this promise.
    result.catch(() => undefined)
    return result
  }

  /** Runs statements in the trace of the request. */
  run<Result>(statements: () => Result): Result {
    this.start()
    return this.inContext(statements)
  }

  /** Calls the function in the trace of the request, which still waits. */
  inContext<Result>(call: () => Result): Result {
    return this.context.runInAsyncScope(call)
  }

  resolve(result: ReadResult | Promise<ReadResult>): void {
    this.end(result)
  }

  /** Ends the wait without a result. */
  release(): void {
    this.end(undefined)
  }

  private end(result: ReadResult | undefined | Promise<ReadResult>): void {
    this.batch?.pending.delete(this)
    this.start()
    this.settle(result)
    this.forget()
  }

  reject(reason: unknown): void {
    this.batch?.pending.delete(this)
    this.start()
    this.fail(reason)
    this.forget()
  }

  private forget(): void {
    this.settle = () => undefined
    this.fail = () => undefined
  }
}
