/** Starts a private MySQL: the installed one, else one from Debian's unstable suite. */
import { chmod, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { findProgram, runCommand } from '../../support/run-command'
import { freePort } from '../../support/free-port'
import { startSupervised } from '../../support/supervised-process'
import { unpackProgram } from '../../support/test-programs'
import type { RunningServer } from '../../support/test-server'
import { ownLoader } from '../../support/unpacked-packages'
import { asOwnerOf } from '../../support/unprivileged-user'
import { changeSettings } from './odd-settings'

const REMEDY =
  'install MySQL, or start one (scripts/test-servers.compose.yaml) and set TEST_MYSQL_URL'

/** @param serverOptions additional options of the server's command line */
export async function startMysql(
  folder: string,
  serverOptions: readonly string[] = [],
): Promise<RunningServer> {
  const program = (await installedMysql()) ?? (await unpackedMysql())
  const data = path.join(folder, 'data')
  const asOwner = await asOwnerOf(data)
  // The folder for sorts and temporary tables that do not fit in memory.
  const temporary = path.join(folder, 'tmp')
  await mkdir(temporary)
  await chmod(temporary, 0o777)
  const server = [...asOwner, ...program, ...FOR_ONE_RUN, `--datadir=${data}`]
  const [first = '', ...words] = server
  await runCommand(first, [...words, '--initialize-insecure', `--tmpdir=${temporary}`])
  const port = await freePort()
  const command = [
    ...server,
    `--port=${port}`,
    `--tmpdir=${temporary}`,
    `--socket=${path.join(data, 'mysql.sock')}`,
    `--pid-file=${path.join(data, 'pid')}`,
    '--bind-address=127.0.0.1',
    '--mysqlx=OFF',
    '--innodb-buffer-pool-size=256M',
    // No writes in the background, which would move the counters that prove unchanged data.
    '--innodb-stats-auto-recalc=OFF',
    ...serverOptions,
  ]
  const running = await startSupervised({ command, folder, port })
  const url = `mysql://root@127.0.0.1:${port}`
  await changeSettings(url)
  return {
    url,
    restart: () => running.restart('TERM'),
    kill: () => running.halt('KILL'),
    resume: () => running.resume(),
    stop: () => running.stop(),
  }
}

/** The data lives for one run only: nothing is synchronized to the disk. */
const FOR_ONE_RUN = [
  '--innodb-flush-method=nosync',
  '--innodb-doublewrite=OFF',
  '--disable-log-bin',
  '--performance-schema=OFF',
]

const OPTIONS = ['--no-defaults', '--secure-file-priv=NULL']

async function installedMysql(): Promise<string[] | undefined> {
  const server = findProgram('mysqld')
  if (server === undefined) return undefined
  const version = await runCommand(server, ['--no-defaults', '--version'])
  return version.includes('MariaDB') ? undefined : [server, ...OPTIONS]
}

/** Runs with the C library of its packages, because it needs a newer one than the machine has. */
async function unpackedMysql(): Promise<string[]> {
  const choice = { packages: ['mysql-server-core'], suite: 'sid' }
  const root = await unpackProgram('mysql', choice, REMEDY)
  const share = path.join(root, 'usr/share/mysql')
  return [
    ...ownLoader(root),
    path.join(root, 'usr/sbin/mysqld'),
    ...OPTIONS,
    `--basedir=${path.join(root, 'usr')}`,
    `--lc-messages-dir=${share}`,
    `--character-sets-dir=${path.join(share, 'charsets')}`,
    `--plugin-dir=${path.join(root, 'usr/lib/mysql/plugin')}`,
  ]
}
