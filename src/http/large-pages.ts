/**
 * Bounds memory: pages of many rows are made one after the other, and none while those that were made
 * have not been taken by their clients. Small pages never wait.
 */
import type { ServerResponse } from 'node:http'
import { overloaded } from '../core/errors'
import { onceClosed } from './once-closed'

/** A page of more rows counts as large. */
const MANY_ROWS = 100

/**
 * Milliseconds until the next page is begun even so: then it is the database that takes long, and
 * while it computes, nothing is held here.
 */
const PATIENCE = 250

/** Bytes of all large pages that are on their way to clients, before another one is begun. */
const MOST_UNSENT = 32 * 1024 * 1024

interface Page {
  readonly body: string | Buffer
}

export type LargePageGate = <T extends Page>(
  limit: number,
  signal: AbortSignal,
  response: ServerResponse,
  make: () => Promise<T>,
) => Promise<T>

/**
 * @param mostWaiting pages that may wait for their turn
 * @throws ApiError INTERNAL_SERVER_ERROR for one more
 */
export function createLargePageGate(mostWaiting = Infinity): LargePageGate {
  const waiting: (() => void)[] = []
  let isMaking = false
  let unsent = 0

  const admit = (): void => {
    if (isMaking || unsent >= MOST_UNSENT) return
    const next = waiting.shift()
    isMaking = next !== undefined
    next?.()
  }

  /** Gives what ends the turn, which ends by itself after a while. */
  const turn = async (): Promise<() => void> => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
      admit()
    })
    let hasEnded = false
    const end = (): void => {
      clearTimeout(timer)
      if (hasEnded) return
      hasEnded = true
      isMaking = false
      admit()
    }
    const timer = setTimeout(end, PATIENCE)
    return end
  }

  const holdUntilSent = (bytes: number, response: ServerResponse): void => {
    unsent += bytes
    onceClosed(response, () => {
      unsent -= bytes
      admit()
    })
  }

  return async (limit, signal, response, make) => {
    if (limit <= MANY_ROWS) return make()
    if (waiting.length >= mostWaiting) throw overloaded()
    const endTurn = await turn()
    try {
      signal.throwIfAborted()
      const page = await make()
      // A response that is closed already will not say so again.
      signal.throwIfAborted()
      holdUntilSent(page.body.length, response)
      return page
    } finally {
      endTurn()
    }
  }
}
