/** Grants by the names of the settings. */
import { namePattern } from './name-pattern'
import type { Grant, GrantNames } from './permission'

const named = new WeakSet<Grant>()

/** Makes its patterns on demand: those of a token with a thousand names would be made for each request. */
export function namedGrant(names: GrantNames): Grant {
  const grant: Grant = {
    get table() {
      return namePattern(names.table)
    },
    get columns() {
      return names.columns.map(namePattern)
    },
    names,
  }
  named.add(grant)
  return grant
}

/** The names that a grant matches. `undefined` for one that a program has made: its patterns may be any. */
export function namesOf(grant: Grant): GrantNames | undefined {
  return named.has(grant) ? grant.names : undefined
}
