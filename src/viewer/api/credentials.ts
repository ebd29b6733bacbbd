/** The user's credentials, in the session storage of this tab. */
import { createStore } from '../store'
import { readStored, writeStored } from '../stored'
import { t } from '../texts/texts'

export type Credentials = Readonly<Record<string, string>>

const KEY = 'credentials'
const credentials = createStore(stored())

/** Headers for each request. */
export function credentialHeaders(): Credentials {
  return credentials.get()
}

/** @param headers request headers with credentials; an empty object signs out */
export function signIn(headers: Credentials): void {
  credentials.set(headers)
  writeStored(KEY, headers, 'session')
}

/** Explains why the browser cannot send the headers; empty if it can. */
export function headerProblem(headers: Credentials): string {
  try {
    new Headers(headers)
    return ''
  } catch {
    const [character] = /[^\0-\xff]/u.exec(Object.values(headers).join('')) ?? []
    return character === undefined ? t.noHeader : t.notInHeader(character)
  }
}

export const useCredentials = credentials.use

function stored(): Credentials {
  const entries = Object.entries(Object(readStored(KEY, 'session')) as object)
  return Object.fromEntries(
    entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  )
}
