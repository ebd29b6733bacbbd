import { NetworkError } from '../../client'

/** Milliseconds after which a request counts as lost: a server or a network can freeze without an error. */
const LONGEST = 30_000

/**
 * A request that fails like one without a connection if it takes too long.
 * @param request called with a signal that aborts when `signal` does, and at the deadline
 */
export async function withDeadline<Result>(
  signal: AbortSignal,
  request: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const began = Date.now()
  const deadline = new AbortController()
  const giveUp = (): void => {
    const facts = { status: 0, code: 'NETWORK_ERROR' }
    deadline.abort(new NetworkError('There is no response from the server.', facts))
  }
  // Timers of hidden tabs and of sleeping machines stand still.
  const checkClock = (): void => {
    if (!document.hidden && Date.now() - began >= LONGEST) giveUp()
  }
  const timer = setTimeout(giveUp, LONGEST)
  document.addEventListener('visibilitychange', checkClock)
  try {
    return await request(AbortSignal.any([signal, deadline.signal]))
  } finally {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', checkClock)
  }
}
