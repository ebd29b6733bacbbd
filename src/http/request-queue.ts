/**
 * Starts few requests in each turn of the event loop, and none before the connections that wait for this
 * process have been accepted.
 *
 * Node.js accepts one connection in each turn (since libuv 1.45, https://github.com/libuv/libuv/pull/3696),
 * and reads one message of each connection to the database, but it reads all requests that have arrived.
 * Without this queue, the last clients of a crowd connect after the first ones have received several
 * responses each, and results of the database wait while requests start.
 */
import { AsyncResource } from 'node:async_hooks'
import { monotonicClock } from '../clock'

interface WaitingRequest {
  readonly start: () => void
  /** The trace of the request, which is not that of the one that has scheduled the end of the turn. */
  readonly context: AsyncResource
  /** Start of the wait, in milliseconds. */
  readonly since: number
}

/** Maximum number of requests that start in a turn. */
const MAX_STARTS = 10

/** Maximum milliseconds that a request waits for connections, which may arrive without end. */
const MAX_WAIT = 100

export class RequestQueue {
  /** In the order of arrival. */
  private readonly waiting = new Set<WaitingRequest>()
  /** Whether a connection has been accepted in this turn. */
  private isAccepting = false
  /** Number of requests that have started in this turn. */
  private started = 0
  private isScheduled = false

  /** @param now the clock, in milliseconds */
  constructor(private readonly now: () => number = monotonicClock) {}

  /** Call this for each connection that is accepted. */
  onConnection(): void {
    this.isAccepting = true
    this.scheduleEnd()
  }

  /** Starts the request, at once if it need not wait. */
  add(start: () => void): void {
    this.scheduleEnd()
    if (this.isAccepting || this.waiting.size > 0 || this.started >= MAX_STARTS) {
      // With `AsyncResource.bind`, 200 clients of one page are served three quarters as often.
      const context = new AsyncResource('WaitingRequest')
      this.waiting.add({ start, context, since: this.now() })
    } else {
      this.started++
      start()
    }
  }

  private scheduleEnd(): void {
    if (this.isScheduled) return
    this.isScheduled = true
    // At the end of a turn. The next turn begins at once while an immediate waits.
    setImmediate(() => {
      this.isScheduled = false
      this.endTurn()
    })
  }

  private endTurn(): void {
    const mayWait = this.isAccepting
    const free = MAX_STARTS - this.started
    this.isAccepting = false
    this.started = 0
    const [first] = this.waiting.values()
    if (!first) return
    this.scheduleEnd()
    if (!mayWait || this.now() - first.since >= MAX_WAIT) this.startNext(free)
  }

  private startNext(max: number): void {
    let count = 0
    for (const request of this.waiting) {
      if (++count > max) return
      this.waiting.delete(request)
      request.context.runInAsyncScope(request.start)
    }
  }
}
