/**
 * Starts few requests in each turn of the event loop, and none before the connections that wait for this
 * process have been accepted.
 *
 * Node.js accepts one connection in each turn (since libuv 1.45, https://github.com/libuv/libuv/pull/3696),
 * and reads one message of each connection to the database, but it reads all requests that have arrived.
 * Without this queue, the last clients of a crowd connect after the first ones have received several
 * responses each, and results of the database wait while requests start.
 */
import { monotonicClock } from '../clock'
import { FairQueue } from '../dialect/sessions/fair-queue'

interface WaitingRequest {
  /** The connection of the request. */
  readonly caller: object
  readonly start: () => void
  /** Start of the wait, in milliseconds. */
  readonly since: number
}

/** Maximum number of requests that start in a turn. */
const MAX_STARTS = 10

/** Maximum milliseconds that a request waits for connections, which may arrive without end. */
const MAX_WAIT = 100

export class RequestQueue {
  /** Connections in turn, because a client may send many requests at once on one connection. */
  private readonly waiting = new FairQueue<WaitingRequest>()
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
  add(connection: object, start: () => void): void {
    this.scheduleEnd()
    if (!this.isAccepting && this.waiting.size === 0 && this.started < MAX_STARTS) {
      this.started++
      start()
    } else this.waiting.push({ caller: connection, start, since: this.now() })
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
    const first = this.waiting.peek()
    if (!first) return
    this.scheduleEnd()
    if (!mayWait || this.now() - first.since >= MAX_WAIT) this.startNext(free)
  }

  private startNext(max: number): void {
    for (let count = 0; count < max; count++) this.waiting.take()?.start()
  }
}
