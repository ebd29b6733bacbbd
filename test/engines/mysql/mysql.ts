/** Starts a private MySQL: the installed one, else one from Debian's unstable suite. */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { createData } from '../../support/data-folder'
import { findProgram, runCommand } from '../../support/run-command'
import { freePort } from '../../support/free-port'
import { startSupervised } from '../../support/supervised-process'
import { unpackProgram } from '../../support/test-programs'
import type { RunningServer } from '../../support/test-server'
import { ownLoader } from '../../support/unpacked-packages'
import { asServerUser, createOwnFolder } from '../../support/unprivileged-user'
import { folderOptions } from './folder-options'
import { changeSettings } from './odd-settings'

const REMEDY =
  'install MySQL, or start one (scripts/test-servers.compose.yaml) and set TEST_MYSQL_URL'

/** @param serverOptions additional options of the server's command line */
export async function startMysql(
  folder: string,
  serverOptions: readonly string[] = [],
): Promise<RunningServer> {
  const program = (await installedMysql()) ?? (await unpackedMysql())
  const [first = '', ...words] = program
  await createData(folder, {
    engine: 'mysql',
    decidedBy: [await runCommand(first, [...words, '--version']), ...FOR_ONE_RUN],
    initialize: (own) => initialize(program, own),
  })
  const data = path.join(folder, 'data')
  // The server creates another one, with an identity of its own.
  await rm(path.join(data, 'auto.cnf'), { force: true })
  const port = await freePort()
  const command = [
    ...(await serverCommand(program, folder)),
    `--port=${port}`,
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

async function initialize(program: readonly string[], folder: string): Promise<void> {
  await createOwnFolder(path.join(folder, 'data'))
  const [first = '', ...words] = await serverCommand(program, folder)
  await runCommand(first, [...words, '--initialize-insecure'])
}

async function serverCommand(program: readonly string[], folder: string): Promise<string[]> {
  const folders = await folderOptions(folder)
  return [...(await asServerUser()), ...program, ...FOR_ONE_RUN, ...folders]
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
