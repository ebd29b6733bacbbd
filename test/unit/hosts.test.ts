/** The choice among several hosts, by the state of each. */
import type { HostReport } from '../../src/dialect/sessions/host-state'
import { hostsOf, namesOf } from '../support/named-hosts'

it('checks nothing of a single host', () => {
  const { hosts } = hostsOf({}, ['a'])
  expect([hosts.isChecked, namesOf(hosts.candidates())]).toEqual([false, 'a'])
})

it.each([{ targetSessionAttrs: 'primary' }, { maxReplicaLag: 0 }] as const)(
  'checks a single host that must be %p',
  (preference) => {
    expect(hostsOf(preference, ['a']).hosts.isChecked).toBe(true)
  },
)

it('prefers the first host that is not down', () => {
  const { hosts, host, preferred } = hostsOf()
  expect(preferred()).toBe('a')
  hosts.setDown(host('a'), new Error())
  expect(preferred()).toBe('b')
  hosts.setDown(host('b'), new Error())
  expect(preferred()).toBe('c')
  hosts.setState(host('a'), { role: 'standby' })
  expect(preferred()).toBe('a')
})

it('tries hosts that are down after all others', () => {
  const { hosts, host, preferred } = hostsOf()
  hosts.setDown(host('a'), new Error())
  expect(namesOf(hosts.candidates())).toBe('bca')
  for (const name of 'bc') hosts.setDown(host(name), new Error())
  expect([namesOf(hosts.candidates()), preferred()]).toEqual(['abc', ''])
})

it.each([
  ['any', 'a', 'abc'],
  ['primary', 'b', 'b'],
  ['read-write', 'b', 'b'],
  ['standby', 'a', 'ac'],
  ['read-only', 'a', 'ac'],
  ['prefer-standby', 'a', 'acb'],
] as const)('%s prefers %s of standby, primary, standby', (target, wanted, order) => {
  const { hosts, host, preferred } = hostsOf({ targetSessionAttrs: target })
  for (const name of 'abc')
    hosts.setState(host(name), { role: name === 'b' ? 'primary' : 'standby' })
  expect([preferred(), namesOf(hosts.candidates())]).toEqual([wanted, order])
})

it('uses a primary if standbys are preferred but none is left', () => {
  const { hosts, host, preferred } = hostsOf({ targetSessionAttrs: 'prefer-standby' }, ['a', 'b'])
  hosts.setState(host('a'), { role: 'primary' })
  hosts.setDown(host('b'), new Error())
  expect(preferred()).toBe('a')
})

it('spreads sessions over all suitable hosts, and counts hosts that become available again', () => {
  const { hosts, host, preferred } = hostsOf({
    targetSessionAttrs: 'prefer-standby',
    loadBalanceHosts: 'random',
  })
  for (const name of 'abc')
    hosts.setState(host(name), { role: name === 'a' ? 'primary' : 'standby' })
  expect(preferred()).toBe('bc')
  const orders = new Set(Array.from({ length: 100 }, () => namesOf(hosts.candidates())))
  expect(orders).toEqual(new Set(['bc', 'cb']))
  hosts.setDown(host('c'), new Error())
  const { additions } = hosts
  expect(preferred()).toBe('b')
  hosts.setState(host('c'), { role: 'standby' })
  expect([preferred(), hosts.additions]).toEqual(['bc', additions + 1])
})

it('excludes standbys that lag too far, and standbys of unknown lag', () => {
  const { hosts, host, preferred } = hostsOf({ maxReplicaLag: 500 })
  hosts.setState(host('a'), { role: 'standby', lag: 501 })
  hosts.setState(host('b'), { role: 'standby' })
  hosts.setState(host('c'), { role: 'standby', lag: 500 })
  expect(preferred()).toBe('c')
  expect(hosts.reports()).toEqual([
    {
      host: 'a:1',
      role: 'standby',
      lag: 501,
      isUsable: false,
      reason: 'it lags by more than 500 ms',
    },
    {
      host: 'b:1',
      role: 'standby',
      isUsable: false,
      reason: 'its lag is unknown',
    },
    { host: 'c:1', role: 'standby', lag: 500, isUsable: true },
  ])
})

it('refuses a session on a host that must not be used', () => {
  const { hosts, host } = hostsOf({ targetSessionAttrs: 'primary' })
  expect(() => {
    hosts.admit(host('a'), { role: 'standby' })
  }).toThrow('it is a standby, but target_session_attrs=primary asks for a primary')
  expect(() => {
    hosts.admit(host('b'), { role: 'primary', problem: 'it is not synced' })
  }).toThrow('it is not synced')
  hosts.admit(host('c'), { role: 'primary' })
})

describe('a host that has no connection left', () => {
  it('is tried last, and the next host serves the requests that it refuses', () => {
    const { hosts, host, preferred, advance } = hostsOf()
    for (const name of ['a', 'b', 'c']) hosts.setState(host(name), { role: 'primary' })
    hosts.setFull(host('a'))
    // Sessions that are open on the first host stay.
    expect([preferred(), namesOf(hosts.candidates())]).toEqual(['ab', 'bca'])
    advance(2001)
    expect([namesOf(hosts.candidates()), preferred()]).toEqual(['abc', 'a'])
  })

  it('is excluded when its state is old, if the choice depends on the state', () => {
    const { hosts, host, preferred, advance } = hostsOf({ maxReplicaLag: 1000 })
    hosts.setState(host('a'), { role: 'standby', lag: 0 })
    hosts.setState(host('b'), { role: 'primary' })
    hosts.setUnchecked(host('a'))
    expect(preferred()).toBe('a')
    advance(5001)
    hosts.setUnchecked(host('a'))
    expect(preferred()).toBe('b')
  })

  it('is still used if the choice does not depend on its state', () => {
    const { hosts, host, preferred, advance } = hostsOf()
    hosts.setState(host('a'), { role: 'standby' })
    advance(5001)
    hosts.setUnchecked(host('a'))
    expect(preferred()).toBe('a')
  })
})

it('excludes a writable replica that lags', () => {
  const { hosts, host, preferred } = hostsOf({ maxReplicaLag: 1000 })
  hosts.setState(host('a'), { role: 'primary', lag: Infinity })
  hosts.setState(host('b'), { role: 'primary' })
  expect(preferred()).toBe('b')
})

it('reports each change once', () => {
  const { hosts, host } = hostsOf({}, ['a', 'b'])
  const changes: HostReport[] = []
  hosts.onChange((report) => changes.push(report))
  for (let times = 0; times < 2; times++) hosts.setState(host('a'), { role: 'standby', lag: times })
  for (let times = 0; times < 2; times++) hosts.setDown(host('a'), new Error())
  hosts.setState(host('a'), { role: 'primary' })
  expect(changes).toEqual([
    { host: 'a:1', role: 'standby', lag: 0, isUsable: true },
    { host: 'a:1', isUsable: false, reason: 'it is down' },
    { host: 'a:1', role: 'primary', isUsable: true },
  ])
})

it.each([
  [
    'throws',
    () => {
      throw new Error('of the listener')
    },
  ],
  ['rejects', () => Promise.reject(new Error('of the listener'))],
])('warns of a listener that %s, and goes on', async (_, listener) => {
  const warn = jest.spyOn(process, 'emitWarning').mockImplementation()
  const { hosts, host, preferred } = hostsOf()
  hosts.onChange(listener)
  hosts.setDown(host('a'), new Error())
  expect(preferred()).toBe('b')
  await new Promise(setImmediate)
  expect(warn.mock.calls).toEqual([[new Error('of the listener')]])
  warn.mockRestore()
})

it('reports a change to every listener', () => {
  const { hosts, host } = hostsOf()
  const [first, second] = [jest.fn(), jest.fn()]
  hosts.onChange(first)
  hosts.onChange(second)
  hosts.setDown(host('a'), new Error())
  expect(first).toHaveBeenCalledTimes(1)
  expect(second).toHaveBeenCalledTimes(1)
})
