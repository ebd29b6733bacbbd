/**
 * Starts requests after the connections that wait for this process have been accepted. Node.js accepts
 * one connection in each turn of the event loop (since libuv 1.45, https://github.com/libuv/libuv/pull/3696),
 * and in the same turn reads from all it has accepted. Without this queue, the last clients of a crowd
 * wait until the first ones have received several responses each.
 */
import { monotonicClock } from '../clock'

interface WaitingRequest {
  readonly start: () => void
  /** Start of the wait, in milliseconds. */
  readonly since: number
}

/** Maximum milliseconds that a request waits for connections, which may arrive without end. */
const MAX_WAIT = 100

/** Milliseconds of a turn in which waiting requests start. Meanwhile no connection is accepted. */
const MAX_TURN = 5

export class RequestQueue {
  private waiting: WaitingRequest[] = []
  /** Whether a connection has been accepted in this turn. */
  private isAccepting = false
  private isScheduled = false

  /** @param now the clock, in milliseconds */
  constructor(private readonly now: () => number = monotonicClock) {}

  /** Call this for each connection that is accepted. */
  onConnection(): void {
    this.isAccepting = true
    this.schedule()
  }

  /** Starts the request, at once if no other waits and no connection has been accepted in this turn. */
  add(start: () => void): void {
    if (!this.isAccepting && this.waiting.length === 0) {
      start()
      return
    }
    this.waiting.push({ start, since: this.now() })
    this.schedule()
  }

  private schedule(): void {
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
    this.isAccepting = false
    const began = this.now()
    const [first] = this.waiting
    if (first && (!mayWait || began - first.since >= MAX_WAIT)) this.startFor(MAX_TURN, began)
    if (this.waiting.length > 0) this.schedule()
  }

  private startFor(duration: number, began: number): void {
    let started = 0
    for (const { start } of this.waiting) {
      started++
      start()
      if (this.now() - began >= duration) break
    }
    this.waiting = this.waiting.slice(started)
  }
}
