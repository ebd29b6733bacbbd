/** Connections that stay silent for long, which routers and load balancers forget. */
import { describeEachNetworkEngine, withoutApp } from '../support/describe-each-engine'
import { expectSeconds, untilProbe } from '../support/keep-alive-timers'
import { itOnLinux } from '../support/it-on-linux'

withoutApp(describeEachNetworkEngine)('a silent connection', { tables: [], views: [] }, (t) => {
  itOnLinux('is probed after a minute', async () => {
    expectSeconds(await untilProbe(t.database.url), 60)
  })
})
