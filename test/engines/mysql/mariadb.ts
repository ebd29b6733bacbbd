/** Starts a private MariaDB: the installed one, else one from Debian's packages. */
import path from 'node:path'
import { createData } from '../../support/data-folder'
import { findProgram, isRoot, runCommand } from '../../support/run-command'
import { freePort } from '../../support/free-port'
import { startSupervised } from '../../support/supervised-process'
import { unpackProgram } from '../../support/test-programs'
import type { RunningServer } from '../../support/test-server'
import { unpackedEnvironment } from '../../support/unpacked-packages'
import { folderOptions } from './folder-options'
import { changeSettings } from './odd-settings'

/**
 * @param serverOptions additional options of the server's command line
 * @param serverEnv additional environment variables of the server
 */
export async function startMariadb(
  folder: string,
  serverOptions: readonly string[] = [],
  serverEnv: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const mariadb = (await installedMariadb()) ?? (await unpackedMariadb())
  const { server, env } = mariadb
  const version = await runCommand(server, ['--no-defaults', '--version'], environment(mariadb))
  await createData(folder, {
    engine: 'mariadb',
    decidedBy: [version, ...INSTALL],
    initialize: (own) => initialize(mariadb, own),
  })
  const data = path.join(folder, 'data')
  const port = await freePort()
  const command = [
    server,
    ...(await commonOptions(mariadb, folder)),
    `--port=${port}`,
    `--socket=${path.join(data, 'mariadb.sock')}`,
    `--pid-file=${path.join(data, 'pid')}`,
    '--bind-address=127.0.0.1',
    '--skip-name-resolve',
    '--character-set-server=utf8mb4',
    // The data lives for one run only: nothing is synchronized to the disk.
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-flush-method=nosync',
    '--innodb-doublewrite=0',
    '--innodb-buffer-pool-size=128M',
    // Results in the cache can be older than the data.
    ...['--query-cache-type=ON', '--query-cache-size=1M'],
    // No writes in the background, which would move the counters that prove unchanged data.
    ...['--innodb-stats-auto-recalc=OFF', '--innodb-adaptive-flushing=OFF'],
    ...serverOptions,
  ]
  const running = await startSupervised({ command, folder, port, env: { ...env, ...serverEnv } })
  const url = `mariadb://root@127.0.0.1:${port}`
  await changeSettings(url)
  return {
    url,
    restart: () => running.restart('TERM'),
    kill: () => running.halt('KILL'),
    resume: () => running.resume(),
    stop: () => running.stop(),
  }
}

async function initialize(mariadb: Mariadb, folder: string): Promise<void> {
  const options = [...(await commonOptions(mariadb, folder)), ...INSTALL]
  await runCommand(mariadb.installer, options, environment(mariadb))
}

const INSTALL = [
  '--skip-test-db',
  // The installer may be unable to resolve the name of this host.
  '--force',
  '--auth-root-authentication-method=normal',
]

async function commonOptions({ options }: Mariadb, folder: string): Promise<string[]> {
  const user = isRoot ? ['--user=nobody'] : []
  return ['--no-defaults', ...options, ...(await folderOptions(folder)), ...user]
}

function environment({ env }: Mariadb): { env: NodeJS.ProcessEnv } {
  return { env: { ...process.env, ...env } }
}

interface Mariadb {
  readonly server: string
  /** Path of the program that creates the data folder. */
  readonly installer: string
  readonly options: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

async function installedMariadb(): Promise<Mariadb | undefined> {
  const server = findProgram('mariadbd', 'mysqld')
  const installer = findProgram('mariadb-install-db', 'mysql_install_db')
  // The installer calls my_print_defaults, which is in Debian's package of the client.
  const isComplete = server && installer && findProgram('my_print_defaults')
  if (!isComplete) return undefined
  const version = await runCommand(server, ['--no-defaults', '--version'])
  return version.includes('MariaDB') ? { server, installer, options: [], env: {} } : undefined
}

async function unpackedMariadb(): Promise<Mariadb> {
  const root = await unpackProgram(
    'mariadb',
    { packages: ['mariadb-server-core', 'mariadb-client-core'] },
    'install MariaDB (Debian: mariadb-server-core and mariadb-client-core), or set TEST_MARIADB_URL',
  )
  return {
    server: path.join(root, 'usr/sbin/mariadbd'),
    installer: path.join(root, 'usr/bin/mariadb-install-db'),
    options: [`--basedir=${path.join(root, 'usr')}`],
    env: unpackedEnvironment(root),
  }
}
