interface Listener {
  readonly callbacks: Set<() => void>
  readonly callAll: () => void
}

const listenerOf = new WeakMap<AbortSignal, Listener>()

/**
 * Calls the function when the signal aborts. All calls for a signal share one listener, because Node.js warns
 * of a leak when a signal has more than ten: https://nodejs.org/api/events.html#eventsdefaultmaxlisteners
 * @returns a function that removes the callback
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const { callbacks, callAll } = listenerOf.get(signal) ?? listen(signal)
  callbacks.add(callback)
  return () => {
    callbacks.delete(callback)
    if (callbacks.size > 0) return
    signal.removeEventListener('abort', callAll)
    listenerOf.delete(signal)
  }
}

function listen(signal: AbortSignal): Listener {
  const callbacks = new Set<() => void>()
  const callAll = (): void => {
    for (const callback of callbacks) callback()
  }
  const listener = { callbacks, callAll }
  listenerOf.set(signal, listener)
  signal.addEventListener('abort', callAll)
  return listener
}
