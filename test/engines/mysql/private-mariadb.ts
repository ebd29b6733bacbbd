/** A MariaDB server of its own for some tests, with options of its command line. */
import { startPrivately } from '../../support/all-servers'
import { leaveOutMissingEngines, noEngineHere } from '../../support/left-out'
import type { RunningServer } from '../../support/test-server'
import { testServers } from '../../support/test-servers'
import { startMariadb } from './mariadb'

/** Milliseconds to start the server on a busy machine. */
const START_TIME = 120_000

export function describePrivateMariadb(
  topic: string,
  options: readonly string[],
  tests: (server: { readonly url: string }) => void,
): void {
  leaveOutMissingEngines(topic, 'mysql')
  if (!testServers().some(({ name }) => name === 'mariadb')) {
    noEngineHere()
    return
  }
  describe(topic, () => {
    let server: RunningServer | undefined
    beforeAll(async () => {
      const start = (folder: string): Promise<RunningServer> => startMariadb(folder, options)
      server = await startPrivately({ name: 'mariadb', dialect: 'mysql', start })
    }, START_TIME)
    afterAll(() => server?.stop())
    tests({
      get url() {
        if (!server) throw new Error('the server has not started')
        return server.url
      },
    })
  })
}
