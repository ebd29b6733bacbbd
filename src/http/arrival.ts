/** When the process has read a request. */
import type { IncomingMessage } from 'node:http'

/** A property of the request itself, because the server receives it before there is a context. */
const ARRIVAL = Symbol('arrival')

interface ArrivedRequest extends IncomingMessage {
  [ARRIVAL]?: number
}

/** Call this before the request waits in the queue of the server. */
export function recordArrival(request: ArrivedRequest): void {
  request[ARRIVAL] = performance.now()
}

/** @returns milliseconds of `performance.now()`; now in other servers */
export function arrivalOf(request: ArrivedRequest): number {
  return request[ARRIVAL] ?? performance.now()
}
