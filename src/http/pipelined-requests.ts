/**
 * Handles the requests of a connection one after the other.
 *
 * Node.js reads up to 64 KiB at once and emits all requests in them: more than a thousand. Clients that
 * send requests without waiting for responses would keep the process busy and fill its memory: with five
 * of them, no other client got a response.
 */
import { AsyncResource } from 'node:async_hooks'
import type { Socket } from 'node:net'

/** Handles a request, and calls `onClose` when its response is closed. */
export type RequestTask = (onClose: () => void) => void

/** Number of waiting requests with which a connection is not read any further. */
const MAX_WAITING = 10

export class PipelinedRequests {
  /** The waiting requests of each connection that has a running one. */
  private readonly waiting = new WeakMap<Socket, RequestTask[]>()

  onConnection(connection: Socket): void {
    // Node.js resumes a connection when its client has received a part of a response.
    connection.on('resume', () => {
      this.pauseIfFull(connection)
    })
  }

  /** Runs the task after the responses to all earlier requests of the connection, if it is still open. */
  add(connection: Socket, task: RequestTask): void {
    const waiting = this.waiting.get(connection)
    if (waiting) {
      // A request must not run in the trace of the one before it.
      waiting.push(AsyncResource.bind(task))
      this.pauseIfFull(connection)
    } else {
      this.waiting.set(connection, [])
      this.run(connection, task)
    }
  }

  private run(connection: Socket, task: RequestTask): void {
    task(() => {
      const waiting = this.waiting.get(connection)
      const next = connection.destroyed ? undefined : waiting?.shift()
      if (!next) this.waiting.delete(connection)
      else {
        if (waiting?.length === MAX_WAITING - 1) connection.resume()
        this.run(connection, next)
      }
    })
  }

  private pauseIfFull(connection: Socket): void {
    const waiting = this.waiting.get(connection)
    if (waiting && waiting.length >= MAX_WAITING) connection.pause()
  }
}
