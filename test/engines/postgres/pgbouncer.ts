/** Starts a private pgbouncer in front of a server. */
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isRoot } from '../../support/run-command'
import { freePort } from '../../support/free-port'
import { startSupervised } from '../../support/supervised-process'
import { testProgram, type TestProgramName } from '../../support/test-programs'
import type { Pooler } from './pooler'

export interface PgbouncerOptions {
  readonly mode: 'session' | 'transaction' | 'statement'
  /** Connections to the server for each user and database; default: 3. */
  readonly poolSize?: number
  /** Further lines of its section `[pgbouncer]`. */
  readonly settings?: readonly string[]
  readonly program?: Extract<TestProgramName, 'pgbouncer' | 'pgbouncer-new'>
}

/**
 * @param server URL with the user and the password for the pooler's connections to the server
 * @see https://www.pgbouncer.org/config.html
 */
export async function startPgbouncer(
  server: URL,
  { mode, poolSize = 3, settings = [], program = 'pgbouncer' }: PgbouncerOptions,
): Promise<Pooler> {
  const pgbouncer = testProgram(program)
  const port = await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-pgbouncer-'))
  chmodSync(folder, 0o755)
  const file = path.join(folder, 'pgbouncer.ini')
  const password = server.password && ` password=${decodeURIComponent(server.password)}`
  const user = `user=${decodeURIComponent(server.username)}${password}`
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${server.hostname} port=${server.port || '5432'} ${user}`,
      '[pgbouncer]',
      ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
      ...['auth_type = any', `pool_mode = ${mode}`, `default_pool_size = ${poolSize}`],
      ...['max_client_conn = 200', ...settings, ''],
    ].join('\n'),
  )
  // pgbouncer refuses to run as root.
  const command = [...pgbouncer.loader, pgbouncer.path, ...(isRoot ? ['-u', 'nobody'] : []), file]
  const running = await startSupervised({ command, folder, port, env: pgbouncer.env })
  return {
    url: (databaseUrl) => {
      const url = new URL(databaseUrl)
      url.host = `127.0.0.1:${port}`
      return url.href
    },
    stop: () => running.stop(),
  }
}
