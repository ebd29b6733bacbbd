/**
 * Decides when a request starts: after the responses to the earlier requests of its connection, and then as
 * one of few in a turn of the event loop.
 *
 * Node.js reads up to 64 KiB of a connection at once and emits all requests in them: more than a thousand.
 * Clients that send requests without waiting for responses would keep the process busy and fill its memory:
 * with five of them, no other client got a response.
 *
 * Node.js accepts one connection in each turn (since libuv 1.45, https://github.com/libuv/libuv/pull/3696),
 * and reads one message of each connection to the database, but it reads all requests that have arrived.
 * Without this queue, the last clients of a crowd connect after the first ones have received several
 * responses each, and results of the database wait while requests start.
 */
import { AsyncResource } from 'node:async_hooks'
import type { Socket } from 'node:net'
import { monotonicClock } from '../clock'

/** Handles a request, and calls `onClose` when its response is closed. */
type RequestTask = (onClose: () => void) => void

interface QueuedRequest {
  readonly start: () => void
  /** The trace of the request. Without it, the request would start in the trace of the one that scheduled the turn. */
  readonly context: AsyncResource
  /** Start of the wait, in milliseconds. */
  readonly since: number
}

/** Number of waiting requests with which a connection is not read any further. */
const MAX_PIPELINED = 10

/**
 * Number of requests that may wait for the responses to earlier ones, of all connections of the process. A request of 25
 * bytes takes 1.7 KB of memory, so clients that read no response would fill it at little cost.
 */
const MAX_WAITING = 10_000

/** Maximum number of requests that start in a turn. */
const MAX_STARTS = 10

/** Maximum milliseconds that a request waits for connections, which may arrive without end. */
const MAX_WAIT = 100

export class RequestQueue {
  /** The waiting requests of each connection that has a running one. */
  private readonly pipelined = new WeakMap<Socket, RequestTask[]>()
  /** Number of these requests. */
  private pipelinedCount = 0
  /** The requests that wait for a turn, in the order of arrival. */
  private readonly waiting = new Set<QueuedRequest>()
  /** Whether a connection has been accepted in this turn. */
  private isAccepting = false
  /** Number of requests that have started in this turn. */
  private started = 0
  private isScheduled = false

  /** @param now the clock, in milliseconds */
  constructor(private readonly now: () => number = monotonicClock) {}

  /** Call this for each connection that is accepted. */
  onConnection(connection: Socket): void {
    this.isAccepting = true
    this.scheduleEnd()
    // Node.js resumes a connection when its client has received a part of a response.
    connection.on('resume', () => {
      this.pauseIfFull(connection)
    })
    connection.once('close', () => {
      this.forget(connection)
    })
  }

  /**
   * Runs the task after the responses to all earlier requests of the connection, if it is still open. Closes the
   * connection if it has more waiting requests than its share, and all connections have too many.
   */
  addToConnection(connection: Socket, task: RequestTask): void {
    const pipelined = this.pipelined.get(connection)
    if (pipelined) {
      if (this.pipelinedCount >= MAX_WAITING && pipelined.length >= MAX_PIPELINED) {
        connection.destroy()
      }
      if (connection.destroyed) return
      this.pipelinedCount++
      // A request must not run in the trace of the one before it. `AsyncResource.bind` takes several times as long.
      const context = new AsyncResource('PipelinedRequest')
      pipelined.push((onClose) => {
        context.runInAsyncScope(task, undefined, onClose)
      })
      this.pauseIfFull(connection)
    } else {
      this.pipelined.set(connection, [])
      this.run(connection, task)
    }
  }

  /** Whether a request of the connection runs, or the connection is being closed after a refusal. */
  isBusy(connection: Socket): boolean {
    return this.pipelined.has(connection)
  }

  /** Starts a request after the connections that wait for this process; at once if none does. */
  addToTurn(start: () => void): void {
    this.scheduleEnd()
    if (this.isAccepting || this.waiting.size > 0 || this.started >= MAX_STARTS) {
      // With `AsyncResource.bind`, 200 clients of one page are served three quarters as often.
      const context = new AsyncResource('QueuedRequest')
      this.waiting.add({ start, context, since: this.now() })
    } else {
      this.started++
      start()
    }
  }

  private run(connection: Socket, task: RequestTask): void {
    task(() => {
      const pipelined = this.pipelined.get(connection)
      const next = connection.destroyed ? undefined : pipelined?.shift()
      if (next) {
        this.pipelinedCount--
        if (pipelined?.length === MAX_PIPELINED - 1) connection.resume()
        this.run(connection, next)
      } else {
        this.forget(connection)
      }
    })
  }

  private forget(connection: Socket): void {
    this.pipelinedCount -= this.pipelined.get(connection)?.length ?? 0
    this.pipelined.delete(connection)
  }

  private pauseIfFull(connection: Socket): void {
    const pipelined = this.pipelined.get(connection)
    if (pipelined && pipelined.length >= MAX_PIPELINED) connection.pause()
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
