/**
 * Downloads packages with the machine's apt, without root: state, lists and cache are in folders of this
 * process. The machine's mirrors, proxies and settings apply; apt checks signatures.
 */
import { copyFile, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sourceLines } from './apt-sources'
import { runCommand } from './run-command'

/** Settings of hooks, which concern the system's packages and may need root. */
const HOOK = /^(DPkg|APT::Update)::/i

export interface PackageChoice {
  readonly packages: readonly string[]
  /**
   * Debian's suite of the packages and all their dependencies; default: the suite of the machine, with
   * the dependencies that are not installed.
   */
  readonly suite?: string
}

/** @returns the files of the packages and of their dependencies */
export async function downloadPackages(
  folder: string,
  { packages, suite }: PackageChoice,
): Promise<string[]> {
  const lists = await updatedLists(suite)
  const env = await environment(folder, { suite, lists })
  const install = ['--quiet', '--yes', '--download-only', '--no-install-recommends', 'install']
  await runCommand('apt-get', [...install, ...packages], { env })
  const archives = path.join(folder, 'cache/archives')
  return readdirSync(archives)
    .filter((name) => name.endsWith('.deb'))
    .map((name) => path.join(archives, name))
}

/** By suite: the folder with its lists of packages, which all downloads of this process share. */
const updates = new Map<string | undefined, Promise<string>>()

function updatedLists(suite: string | undefined): Promise<string> {
  const known = updates.get(suite)
  if (known) return known
  const update = updateLists(suite)
  updates.set(suite, update)
  return update
}

async function updateLists(suite: string | undefined): Promise<string> {
  const lists = await mkdtemp(path.join(tmpdir(), 'tablequery-apt-lists-'))
  process.once('exit', () => {
    rmSync(lists, { recursive: true, force: true })
  })
  await mkdir(path.join(lists, 'lists/partial'), { recursive: true })
  await writeFile(path.join(lists, 'sources.list'), await sourceLines(suite))
  const env = await environment(lists, { suite, lists })
  await runCommand('apt-get', ['--quiet', 'update'], { env })
  return lists
}

interface AptFolders {
  readonly suite: string | undefined
  /** Has the lists, and the sources that they are from. */
  readonly lists: string
}

/** Prepares a folder for the state and the cache of apt. @returns the environment of a command */
async function environment(
  folder: string,
  { suite, lists }: AptFolders,
): Promise<NodeJS.ProcessEnv> {
  await mkdir(path.join(folder, 'cache/archives/partial'), { recursive: true })
  const status = path.join(folder, 'status')
  // With an empty list of installed packages, apt also downloads the C library: a package of another
  // suite may need a newer one.
  await (suite === undefined ? copyFile('/var/lib/dpkg/status', status) : writeFile(status, ''))
  const file = path.join(folder, 'apt.conf')
  await writeFile(file, await configuration(folder, lists))
  return { ...process.env, APT_CONFIG: file }
}

/** https://manpages.debian.org/stable/apt/apt.conf.5.en.html: this file is read first, then `parts` and `main`. */
async function configuration(folder: string, lists: string): Promise<string> {
  const machine = await runCommand('apt-config', ['dump'])
  const own = {
    'Dir::Etc::main': '/dev/null',
    'Dir::Etc::parts': '/dev/null',
    'Dir::Etc::preferences': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::sourcelist': path.join(lists, 'sources.list'),
    'Dir::State': folder,
    'Dir::State::lists': path.join(lists, 'lists'),
    'Dir::State::status': path.join(folder, 'status'),
    'Dir::Cache': path.join(folder, 'cache'),
    'Dir::Cache::archives': path.join(folder, 'cache/archives'),
    // The parsed lists.
    'Dir::Cache::srcpkgcache': path.join(lists, 'srcpkgcache.bin'),
    'Acquire::Languages': 'none',
    // apt's own user for downloads has no access to the folder.
    'APT::Sandbox::User': 'root',
  }
  return [
    ...machine.split('\n').filter((line) => !HOOK.test(line)),
    ...Object.entries(own).map(([name, value]) => `${name} "${value}";`),
    '',
  ].join('\n')
}
