/** Settings with which the program runs, but perhaps not as its operator intends. */
import { isLoopback } from '../host-name'
import { hasAuthentication } from '../http/authentication/authentication-settings'
import type { Settings } from './settings'

/** A sentence for each, for the log and `--check`. */
export function startWarnings(settings: Settings): readonly string[] {
  const { connection, host, permissions } = settings
  const isOpen = !isLoopback(host) && !hasAuthentication(settings)
  return [
    ...(connection === undefined
      ? ['no connection is set: the tables are those of the bundled example']
      : []),
    // An operator who sets permissions has decided what callers without credentials may read.
    ...(isOpen && permissions === undefined ? [openTo(host)] : []),
  ]
}

/** No error: a proxy may authenticate, and in a container, only the published ports can be reached. */
function openTo(host: string): string {
  return (
    `anyone who can reach the address ${host} can read all tables: set tokens, apiKeys, jwtSecret, jwtPublicKey ` +
    'or jwksUrl, unless a proxy or a firewall lets in only those who may read them'
  )
}
