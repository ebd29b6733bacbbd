/** Standbys whose lag exceeds `maxReplicaLag` from time to time. */
import type { ServerState } from '../../src/dialect/sessions/host-state'
import { hostsOf, namesOf } from '../support/named-hosts'

describe('a standby that has lagged too far', () => {
  const standby = (lag: number): ServerState => ({ role: 'standby', lag })

  it('is preferred again once it has been within the limit for ten seconds', () => {
    const { hosts, host, preferred, advance } = hostsOf({ maxReplicaLag: 500 }, ['a', 'b'])
    hosts.setState(host('b'), { role: 'primary' })
    const used: string[] = []
    for (const lag of [0, 501, 500, 501, 0]) {
      advance(9_999)
      hosts.setState(host('a'), standby(lag))
      used.push(preferred())
    }
    expect([...used, namesOf(hosts.candidates())]).toEqual(['a', 'b', 'b', 'b', 'b', 'ba'])
    advance(1)
    // Sessions go only where they are also lent.
    expect([preferred(), namesOf(hosts.candidates())]).toEqual(['b', 'ba'])
    hosts.setState(host('a'), standby(0))
    expect([preferred(), namesOf(hosts.candidates())]).toEqual(['a', 'ab'])
  })

  it('is used at once if no other host can be', () => {
    const { hosts, host, preferred } = hostsOf({
      maxReplicaLag: 500,
      targetSessionAttrs: 'prefer-standby',
    })
    hosts.setState(host('a'), standby(501))
    hosts.setState(host('b'), { role: 'primary' })
    hosts.setState(host('c'), standby(501))
    hosts.setState(host('a'), standby(500))
    expect(preferred()).toBe('b')
    hosts.setDown(host('b'), new Error())
    expect(preferred()).toBe('a')
  })

  it('gets its share of the sessions only then', () => {
    const preference = { maxReplicaLag: 500, loadBalanceHosts: 'random' } as const
    const { hosts, host, preferred, advance } = hostsOf(preference)
    for (const name of 'abc') hosts.setState(host(name), standby(name === 'a' ? 501 : 0))
    const { additions } = hosts
    hosts.setState(host('a'), standby(0))
    expect([preferred(), hosts.additions]).toEqual(['bc', additions])
    advance(10_000)
    hosts.setState(host('a'), standby(0))
    expect([preferred(), hosts.additions]).toEqual(['abc', additions + 1])
  })

  it('serves the requests that the other hosts refuse because they are full', () => {
    const preference = { maxReplicaLag: 500, loadBalanceHosts: 'random' } as const
    const { hosts, host, preferred } = hostsOf(preference, ['a', 'b'])
    for (const lag of [501, 0]) hosts.setState(host('a'), standby(lag))
    hosts.setState(host('b'), standby(0))
    hosts.setFull(host('b'))
    expect([namesOf(hosts.candidates()), preferred()]).toEqual(['ab', 'ab'])
  })
})
