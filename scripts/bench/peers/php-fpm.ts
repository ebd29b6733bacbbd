/** Runs a PHP script with PHP-FPM, of Debian's packages. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { isRoot } from '../../../test/support/run-command'
import { unpackProgram } from '../../../test/support/test-programs'
import { unpackedEnvironment } from '../../../test/support/unpacked-packages'
import { firstFile } from './first-file'
import type { RunningPeer } from './peer'
import { startProgram } from './start-program'

const CHOICE = { packages: ['php-fpm', 'php-pgsql', 'php-mysql', 'php-sqlite3', 'php-mbstring'] }

/** As many as clients at most. */
export const PROCESSES = 8

interface Php {
  readonly root: string
  /** The FastCGI server. */
  readonly server: string
}

/** @throws UnavailableError */
export async function findPhp(): Promise<Php> {
  const root = await unpackProgram('php', CHOICE, `install ${CHOICE.packages.join(', ')} (Debian)`)
  return { root, server: firstFile(path.join(root, 'usr/sbin'), /^php-fpm\d/) }
}

/** The processes share compiled code by OPcache. @param variables environment of the scripts */
export function startFpm(
  { root, server }: Php,
  variables: Readonly<Record<string, string>>,
): Promise<RunningPeer> {
  return startProgram(({ folder, port }) => {
    const ini = path.join(folder, 'php.ini')
    const pool = path.join(folder, 'fpm.conf')
    writeFileSync(ini, iniText(firstFile(path.join(root, 'usr/lib/php'), /^\d+$/), folder))
    writeFileSync(pool, poolText(port, variables))
    const asRoot = isRoot ? ['--allow-to-run-as-root'] : []
    return {
      command: [server, '--nodaemonize', '-c', ini, '--fpm-config', pool, ...asRoot],
      env: { ...unpackedEnvironment(root), PHP_INI_SCAN_DIR: '' },
    }
  })
}

/** https://www.php.net/manual/en/install.fpm.configuration.php */
function poolText(port: number, variables: Readonly<Record<string, string>>): string {
  return [
    ...['[global]', 'error_log = /dev/stderr', '[bench]', `listen = 127.0.0.1:${port}`],
    ...['pm = static', `pm.max_children = ${PROCESSES}`],
    ...Object.entries(variables).map(([name, value]) => `env[${name}] = "${value}"`),
    '',
  ].join('\n')
}

/** In the order in which they depend on each other. */
const EXTENSIONS = [
  ...['mysqlnd', 'pdo', 'pdo_pgsql', 'pdo_mysql', 'pdo_sqlite'],
  ...['ctype', 'mbstring', 'tokenizer'],
]

function iniText(extensions: string, temporary: string): string {
  return [
    `extension_dir = "${extensions}"`,
    `sys_temp_dir = "${temporary}"`,
    'display_errors = Off',
    'zend_extension = opcache',
    ...EXTENSIONS.map((name) => `extension = ${name}`),
    '',
  ].join('\n')
}
