/** When the system probes a silent connection. */
import { describeEachServer } from '../../test/support/describe-each-server'
import { expectSeconds, untilProbe } from '../../test/support/keep-alive-timers'
import { itOnLinux } from '../../test/support/it-on-linux'

describeEachServer('postgres', 'the probes of a silent connection', (server) => {
  itOnLinux("follow libpq's parameters", async () => {
    expectSeconds(await untilProbe(`${server.url.href}?keepalives_idle=1000`), 1000)
    expect(await untilProbe(`${server.url.href}?keepalives=0`)).toBeUndefined()
  })
})
