/** Several hosts in the connection string: a silent host, a failing listener, and every choice of a host. */
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../../src'
import { describeEachServer } from '../../test/support/describe-each-server'
import {
  FAIL_OVER,
  hostOf,
  loadDuring,
  servedBy,
  urlOfHosts as urlOf,
} from '../../test/support/several-hosts'
import { silentProxy } from '../../test/support/silent-proxy'
import { waitUntil } from '../../test/support/wait-until'
import { primaryAndStandby } from '../../test/engines/postgres/primary-and-standby'

describeEachServer('postgres', 'several hosts', () => {
  const servers = primaryAndStandby()

  it('are read from the second host while the first one does not respond', async () => {
    const proxy = await silentProxy(servers.primary.url)
    try {
      const app = await servers.start(urlOf([proxy.url, servers.standby.url]))
      expect(await servedBy(app)).toBe(hostOf(servers.primary.url))
      const load = await loadDuring(app, 'query?table=things', async () => {
        await delay(300)
        proxy.stopForwarding()
        await delay(FAIL_OVER + 500)
      })
      expect(load.failures).toBeLessThanOrEqual(load.clients)
      expect(load.longestGap).toBeLessThan(FAIL_OVER)
      expect(await servedBy(app)).toBe(hostOf(servers.standby.url))
      proxy.forwardAgain()
      await waitUntil(async () => (await servedBy(app)) === hostOf(servers.primary.url))
    } finally {
      await proxy.close()
    }
  }, 30_000)

  it('are checked although a listener of their changes fails', async () => {
    const url = urlOf([servers.primary.url, servers.standby.url])
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation()
    const database = await openDatabase(url)
    const isPrimaryUsable = (): boolean | undefined => database.hosts()[0]?.isUsable
    const reasons: string[] = []
    try {
      database.onHostChange(({ reason }) => {
        if (reason !== undefined) reasons.push(reason)
        throw new Error('of the listener')
      })
      await servers.primary.kill?.()
      await waitUntil(() => isPrimaryUsable() === false)
      await servers.primary.resume?.()
      await waitUntil(() => isPrimaryUsable() === true)
      expect(reasons[0]).toMatch(/closed the connection$|connection refused$/)
      expect(warn).toHaveBeenCalledWith(new Error('of the listener'))
    } finally {
      warn.mockRestore()
      await database.close()
    }
  }, 30_000)

  it.each(['standby', 'read-only', 'prefer-standby'])(
    'are read from a standby with target_session_attrs=%s',
    async (target) => {
      const app = await servers.start(
        urlOf([servers.primary.url, servers.standby.url], `?target_session_attrs=${target}`),
      )
      expect(await servedBy(app)).toBe(hostOf(servers.standby.url))
    },
  )

  it.each(['primary', 'read-write'])(
    'are read from the primary with target_session_attrs=%s',
    async (target) => {
      const app = await servers.start(
        urlOf([servers.standby.url, servers.primary.url], `?target_session_attrs=${target}`),
      )
      expect(await servedBy(app)).toBe(hostOf(servers.primary.url))
    },
  )
})
