/** `--wait-for-database`: the server becomes available after the start. */
import { createServer } from 'node:net'
import { people } from '../../fixtures/conformance/conformance'
import { builtProgram } from '../support/built-program'
import { describeEachNetworkEngine, withoutApp } from '../support/describe-each-engine'
import { forwardTo } from '../support/forward'
import { freePort } from '../support/free-port'
import { expectRecovery } from './recovery-of-database'

const program = builtProgram()
afterAll(() => {
  program.clear()
})

withoutApp(describeEachNetworkEngine)(
  'the start before the server',
  { tables: [people], views: [] },
  (t) => {
    it('serves queries once the port is open', async () => {
      const server = new URL(t.database.url)
      const port = await freePort()
      const url = new URL(server)
      url.host = `127.0.0.1:${port}`
      const forwarding = createServer(forwardTo(server))
      await expectRecovery(program, url.href, () => void forwarding.listen(port, '127.0.0.1'), [
        'people',
      ])
      forwarding.close()
    }, 60_000)
  },
)
