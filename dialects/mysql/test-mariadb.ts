/** A private MariaDB, of an installed binary or else of Debian's package. */
import { chmod, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { installPackages } from '../../test/support/debian-package'
import { findProgram, isRoot, runCommand } from '../../test/support/run-command'
import { freePort, startSupervised } from '../../test/support/supervised-process'
import type { RunningServer } from '../../test/support/test-server'
import { setOddly } from './test-settings'

export async function startMariadb(folder: string): Promise<RunningServer> {
  const server = (await installedMariadb()) ?? (await installMariadb())
  const data = path.join(folder, 'data')
  const port = await freePort()
  const user = isRoot ? ['--user=nobody'] : []
  // A MySQL that starts meanwhile would remove the temporary tables that it finds in /tmp.
  const temporary = path.join(folder, 'tmp')
  await mkdir(temporary)
  await chmod(temporary, 0o777)
  const installer = findProgram('mariadb-install-db', 'mysql_install_db') ?? 'mariadb-install-db'
  await runCommand(installer, [
    '--no-defaults',
    `--datadir=${data}`,
    `--tmpdir=${temporary}`,
    ...user,
    '--skip-test-db',
    '--auth-root-authentication-method=normal',
  ])
  const command = [
    server,
    '--no-defaults',
    `--datadir=${data}`,
    ...user,
    `--port=${port}`,
    `--tmpdir=${temporary}`,
    `--socket=${path.join(data, 'mariadb.sock')}`,
    `--pid-file=${path.join(data, 'pid')}`,
    '--bind-address=127.0.0.1',
    '--skip-name-resolve',
    '--character-set-server=utf8mb4',
    // The data lives for one run only.
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-buffer-pool-size=128M',
  ]
  const running = await startSupervised({ command, folder, port })
  const url = `mariadb://root@127.0.0.1:${port}`
  await setOddly(url)
  return { url, restart: () => running.restart('TERM'), stop: () => running.stop() }
}

async function installedMariadb(): Promise<string | undefined> {
  const server = findProgram('mariadbd', 'mysqld')
  // mariadb-install-db calls the second, which Debian packs with the client.
  if (server === undefined || findProgram('my_print_defaults') === undefined) return undefined
  const version = await runCommand(server, ['--no-defaults', '--version'])
  return version.includes('MariaDB') ? server : undefined
}

async function installMariadb(): Promise<string> {
  const advice =
    'install MariaDB (Debian: mariadb-server-core and mariadb-client-core), or set TEST_MARIADB_URL'
  await installPackages(['mariadb-server-core', 'mariadb-client-core'], advice)
  const server = await installedMariadb()
  if (server === undefined) throw new Error(`apt-get brought no MariaDB: ${advice}`)
  return server
}
