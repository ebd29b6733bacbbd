/** The user's credentials, in the session storage of this tab. */
import { useSyncExternalStore } from 'react'

export type Credentials = Readonly<Record<string, string>>

const KEY = 'tablequery-credentials'
const listeners = new Set<() => void>()
let current = stored()

/** Headers for each request. */
export function credentialHeaders(): Credentials {
  return current
}

/** @param headers request headers with credentials; an empty object signs out */
export function signIn(headers: Credentials): void {
  current = headers
  sessionStorage.setItem(KEY, JSON.stringify(headers))
  for (const listener of listeners) listener()
}

export function useCredentials(): Credentials {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
}

function stored(): Credentials {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    const entries = Object.entries(Object(value) as object)
    return Object.fromEntries(
      entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
    )
  } catch {
    return {}
  }
}
