/** A MariaDB server of its own for some tests, with options that no server of the other tests has. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { leaveOutMissingEngines, noEngineHere } from '../../support/left-out'
import type { RunningServer } from '../../support/test-server'
import { testServers } from '../../support/test-servers'
import { startMariadb } from './mariadb'

/** Milliseconds to start the server on a busy machine. */
const START_TIME = 120_000

/** @param options of the server's command line */
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
    let folder: string
    let server: RunningServer | undefined
    beforeAll(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'tablequery-mariadb-'))
      chmodSync(folder, 0o755)
      server = await startMariadb(folder, options)
    }, START_TIME)
    afterAll(async () => {
      await server?.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    tests({
      get url() {
        if (!server) throw new Error('the server has not started')
        return server.url
      },
    })
  })
}
