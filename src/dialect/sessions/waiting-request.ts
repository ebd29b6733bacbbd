/** A request that waits until it gets a session, is refused or aborted, or has waited too long. */
import type { LentSessionRequest } from '../lent-session'
import type { RefusableEntry } from './queue-limit'
import type { QueuedStatement } from './session-queue'
import type { StatementKind } from './statement-kinds'

export interface WaitingRequest<Session> extends QueuedStatement, RefusableEntry {
  /** Ends the wait. */
  lend(session: Session): void
  refuse(reason: Error): void
}

export interface SessionRequest {
  /** The text of the statement. */
  readonly statement: string
  /** Whether the statement reads the catalogue; default: false. */
  readonly isCatalogue?: boolean | undefined
  /** Callers are served in turn. */
  readonly caller: string
  readonly signal?: AbortSignal | undefined
  /** Whether it stands for requests that already count as waiting; default: false. */
  readonly isAlreadyWaiting?: boolean | undefined
  /** See `LentSessionRequest`. */
  readonly onWaiting?: LentSessionRequest['onWaiting']
}

interface WaitOptions<Session> extends Pick<SessionRequest, 'caller' | 'signal'> {
  readonly kind: StatementKind
  /** Milliseconds. */
  readonly timeout: number
  /** The error of a request that has waited for `timeout`. */
  readonly timeoutError: () => Error
  readonly onStart: (request: WaitingRequest<Session>) => void
  readonly onEnd: (request: WaitingRequest<Session>) => void
}

export function waitForSession<Session>(options: WaitOptions<Session>): Promise<Session> {
  const { kind, caller, signal, timeout, timeoutError, onStart, onEnd } = options
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      onEnd(request)
    }
    const request: WaitingRequest<Session> = {
      kind,
      caller,
      since: performance.now(),
      lend: (session) => {
        end()
        resolve(session)
      },
      refuse: (reason) => {
        end()
        reject(reason)
      },
    }
    const abort = (): void => {
      request.refuse(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      request.refuse(timeoutError())
    }, timeout)
    signal?.addEventListener('abort', abort)
    onStart(request)
  })
}
