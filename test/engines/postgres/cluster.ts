/** Runs a server of the embedded binaries on a data folder, as a user other than root. */
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../../support/free-port'
import { startSupervised } from '../../support/supervised-process'
import type { RunningServer } from '../../support/test-server'
import { serverPrograms } from './binaries'

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  // The data lives for one run only.
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  // Tests of cached totals need a server without other writes.
  'autovacuum=off',
  // Settings that an administrator may have changed. No response may depend on them.
  'timezone=America/St_Johns',
  'datestyle=SQL, DMY',
  'intervalstyle=sql_standard',
  'bytea_output=escape',
  'extra_float_digits=-15',
  'xmlbinary=hex',
  'standard_conforming_strings=off',
  'escape_string_warning=off',
  'transform_null_equals=on',
  'client_encoding=LATIN1',
].flatMap((setting) => ['-c', setting])

/**
 * @param folder has the subfolder `data`
 * @param settings in addition to those of all test servers
 */
export async function runCluster(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const port = await freePort()
  const own = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const data = ['-D', path.join(folder, 'data'), '-p', String(port)]
  const program = await serverPrograms()
  const command = [...program('postgres'), ...data, ...SETTINGS, ...own]
  const server = await startSupervised({ command, folder, port })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await untilStarted(url)
  return {
    url,
    // INT is a fast shutdown; TERM would wait for the clients.
    // https://www.postgresql.org/docs/current/server-shutdown.html
    restart: () => server.restart('INT'),
    kill: () => server.halt('KILL'),
    resume: async () => {
      await server.resume()
      await untilStarted(url)
    },
    stop: () => server.stop(),
  }
}

/** Error code of a server that already accepts connections but is still starting. */
const CANNOT_CONNECT_NOW = '57P03'

async function untilStarted(connectionString: string): Promise<void> {
  for (;;) {
    const client = new Client({ connectionString })
    try {
      await client.connect()
      return
    } catch (error) {
      if ((error as { code?: string }).code !== CANNOT_CONNECT_NOW) throw error
      await delay(20)
    } finally {
      await client.end()
    }
  }
}
