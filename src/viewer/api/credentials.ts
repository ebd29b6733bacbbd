/** The user's credentials, in the session storage of this tab. */
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../stored'
import { t } from '../texts/texts'

export type Credentials = Readonly<Record<string, string>>

const KEY = 'credentials'
const listeners = new Set<() => void>()
let current = stored()

/** Headers for each request. */
export function credentialHeaders(): Credentials {
  return current
}

/** @param headers request headers with credentials; an empty object signs out */
export function signIn(headers: Credentials): void {
  current = headers
  writeStored(KEY, headers, 'session')
  for (const listener of listeners) listener()
}

/** Explains why a browser cannot send the headers; empty if it can. */
export function flawIn(headers: Credentials): string {
  try {
    new Headers(headers)
    return ''
  } catch {
    const [character] = /[^\0-\xff]/u.exec(Object.values(headers).join('')) ?? []
    return character === undefined ? t.noHeader : t.notInHeader(character)
  }
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
  const entries = Object.entries(Object(readStored(KEY, 'session')) as object)
  return Object.fromEntries(
    entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  )
}
