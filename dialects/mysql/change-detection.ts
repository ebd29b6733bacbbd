/** Proves by the counters of InnoDB that no data has changed between two statements. */
import { monotonicClock } from '../../src/clock'
import type { ChangeDetection } from '../../src/dialect/dialect'
import { Deadline } from '../../src/dialect/sessions/deadline'
import { SilentDatabaseError } from '../../src/dialect/sessions/session-errors'
import type { Session } from './session'
import { StableCounter } from './stable-counter'
import { readStatus } from './status-reading'

/** Milliseconds between two readings while data changes, when a reading proves nothing. */
const INTERVAL = 100

/**
 * Maximum milliseconds of a reading, which usually takes less than one. If packets are lost without a reset,
 * other requests must not wait until the much longer timeout of a statement.
 */
const READING_TIMEOUT = 1000

/** The handshake of a session contains only these low bits of the id of its thread. */
const THREAD_BITS = 32

interface RunningReading {
  /** Whether the counters were read. */
  readonly result: Promise<boolean>
  /** Starts when the running reading has ended. */
  next?: Promise<boolean>
}

export interface SessionChangeDetection extends Pick<ChangeDetection, 'counter'> {
  /**
   * Must be called after a statement on a tracked table, on the same session, before `counter` is
   * compared. Statements that end during a reading share the next one.
   * @throws the signal's reason
   */
  update(session: Session, signal?: AbortSignal): Promise<void>
}

/** @param now a clock that never goes back, in milliseconds */
export function changeDetection(now = monotonicClock): SessionChangeDetection {
  const stable = new StableCounter(now)
  const running = new Map<string, RunningReading>()
  const servers = new WeakMap<Session, string>()
  let lastStart = -Infinity
  let isEnabled = true

  const read = async (session: Session): Promise<boolean> => {
    lastStart = now()
    try {
      const deadline = new Deadline(READING_TIMEOUT, () => {
        // The pool does not use a closed session again.
        session.stream.destroy()
        return new SilentDatabaseError()
      })
      const { server, thread, counters } = await deadline.limit(readStatus(session))
      // If the handshake had another id, there is a proxy, which may send statements of one session to several
      // servers.
      if (BigInt.asUintN(THREAD_BITS, thread) !== threadOf(session)) isEnabled = false
      servers.set(session, server)
      stable.record(counters === undefined ? undefined : `${server} ${counters}`)
      return true
    } catch {
      return false
    }
  }

  const start = (server: string, session: Session): Promise<boolean> => {
    const reading: RunningReading = { result: read(session) }
    running.set(server, reading)
    void reading.result.then(() => {
      if (!reading.next) running.delete(server)
    })
    return reading.result
  }

  /** A reading that starts after this call. Each server has one at a time. */
  const share = (session: Session): Promise<boolean> => {
    const server = servers.get(session)
    if (server === undefined) return read(session)
    const reading = running.get(server)
    if (!reading) return start(server, session)
    reading.next ??= reading.result.then(() => start(server, session))
    return reading.next
  }

  return {
    counter: () => (isEnabled ? stable.current() : undefined),
    update: async (session, signal) => {
      if (!isEnabled) return
      if (stable.current() === undefined && now() - lastStart < INTERVAL) return
      // The shared reading may have failed because the session of another request failed or was cancelled.
      if ((await share(session)) || (await read(session))) return
      signal?.throwIfAborted()
      stable.record(undefined)
    },
  }
}

function threadOf({ threadId }: Session): bigint {
  return BigInt.asUintN(THREAD_BITS, BigInt(threadId))
}
