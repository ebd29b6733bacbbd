/** Hosts of a connection string by short names, and with a clock that the test advances. */
import type { Address } from '../../src/dialect/connection-url/address'
import { Hosts, type HostPreference } from '../../src/dialect/sessions/hosts'

const PREFERENCE: HostPreference = { targetSessionAttrs: 'any', loadBalanceHosts: 'disable' }

interface NamedHosts {
  readonly hosts: Hosts
  readonly host: (name: string) => Address
  /** The names of the preferred hosts. */
  readonly preferred: () => string
  /** Advances the clock by so many milliseconds. */
  readonly advance: (milliseconds: number) => void
}

export function hostsOf(
  preference: Partial<HostPreference> = {},
  names: readonly string[] = ['a', 'b', 'c'],
): NamedHosts {
  const all = names.map((host) => ({ host, port: 1 }))
  let now = 0
  const hosts = new Hosts(
    all,
    { ...PREFERENCE, ...preference },
    () => 'it is down',
    () => now,
  )
  return {
    hosts,
    host: (name) => {
      const found = all.find((candidate) => candidate.host === name)
      if (!found) throw new Error(name)
      return found
    },
    preferred: () => namesOf(all.filter((candidate) => hosts.isPreferred(candidate))),
    advance: (milliseconds) => {
      now += milliseconds
    },
  }
}

export function namesOf(hosts: readonly Address[]): string {
  return hosts.map(({ host }) => host).join('')
}
