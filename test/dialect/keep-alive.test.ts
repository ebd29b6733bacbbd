/** Connections that stay silent for long, which routers and load balancers forget. */
import { describeEachServer } from '../support/describe-each-server'
import { expectSeconds, untilProbe } from '../support/keep-alive-timers'
import { itOnLinux } from '../support/it-on-linux'

for (const dialect of ['postgres', 'mysql']) {
  describeEachServer(dialect, 'a silent connection', (server) => {
    itOnLinux('is probed after a minute', async () => {
      const { url } = await server.serve([])
      expectSeconds(await untilProbe(url), 60)
    })
  })
}

describeEachServer('postgres', 'the probes of a silent connection', (server) => {
  itOnLinux("follow libpq's parameters", async () => {
    expectSeconds(await untilProbe(`${server.url.href}?keepalives_idle=1000`), 1000)
    expect(await untilProbe(`${server.url.href}?keepalives=0`)).toBeUndefined()
  })
})
