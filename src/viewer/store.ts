import { useSyncExternalStore } from 'react'

/** A value outside components. A change renders the components that use it. */
export interface Store<Value> {
  readonly get: () => Value
  readonly set: (value: Value) => void
  readonly use: () => Value
}

export function createStore<Value>(initial: Value): Store<Value> {
  const listeners = new Set<() => void>()
  let current = initial
  const get = (): Value => current
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get,
    set: (value) => {
      current = value
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}
