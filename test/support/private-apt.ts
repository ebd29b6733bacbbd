/**
 * Downloads packages with the machine's apt, without root: state, lists and cache are in a folder of
 * the caller. The machine's mirrors, proxies and settings apply; apt checks signatures.
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { runCommand } from './run-command'

/** From Debian's package debian-archive-keyring, on which apt depends. */
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'

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
  const archives = path.join(folder, 'cache/archives')
  await mkdir(path.join(archives, 'partial'), { recursive: true })
  await mkdir(path.join(folder, 'lists/partial'), { recursive: true })
  const status = path.join(folder, 'status')
  // With an empty list of installed packages, apt also downloads the C library: a package of another
  // suite may need a newer one.
  await (suite === undefined ? copyFile('/var/lib/dpkg/status', status) : writeFile(status, ''))
  await writeFile(path.join(folder, 'sources.list'), sourceLines(await machineSources(), suite))
  await writeFile(path.join(folder, 'apt.conf'), await configuration(folder))
  const env = { ...process.env, APT_CONFIG: path.join(folder, 'apt.conf') }
  await runCommand('apt-get', ['--quiet', 'update'], { env })
  const install = ['--quiet', '--yes', '--download-only', '--no-install-recommends', 'install']
  await runCommand('apt-get', [...install, ...packages], { env })
  return readdirSync(archives)
    .filter((name) => name.endsWith('.deb'))
    .map((name) => path.join(archives, name))
}

interface Source {
  readonly mirror: string
  readonly suite: string
}

/** The sources from which apt updates its lists on this machine. */
async function machineSources(): Promise<Source[]> {
  const uris = await runCommand('apt-get', ['update', '--print-uris'])
  return [...uris.matchAll(/^'(.+?)\/dists\/(.+)\/InRelease'/gm)].map(
    ([, mirror = '', suite = '']) => ({ mirror, suite }),
  )
}

/** The mirror of Debian from which this machine installs packages. */
export async function debianMirror(): Promise<string> {
  return mainSource(await machineSources()).mirror
}

/** @throws Error if the machine has no source of a Debian release */
function mainSource(sources: readonly Source[]): Source {
  const { VERSION_CODENAME: own = '', ID: system } = osRelease()
  const main = sources.find((source) => source.suite === own)
  if (system === 'debian' && main) return main
  throw new Error('apt has no source of a Debian release')
}

function sourceLines(sources: readonly Source[], suite: string | undefined): string {
  const main = mainSource(sources)
  const debian = sources.filter((source) => source.suite.split(/[-/]/)[0] === main.suite)
  const chosen = suite === undefined ? debian : [{ mirror: main.mirror, suite }]
  return chosen
    .map((source) => `deb [signed-by=${KEYRING}] ${source.mirror} ${source.suite} main\n`)
    .join('')
}

/** https://www.freedesktop.org/software/systemd/man/latest/os-release.html */
function osRelease(): Record<string, string> {
  const lines = readFileSync('/etc/os-release', 'utf8').split('\n')
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', value = ''] = line.split('=', 2)
      return [name, value.replace(/^"(.*)"$/, '$1')]
    }),
  )
}

/** https://manpages.debian.org/stable/apt/apt.conf.5.en.html: this file is read first, then `parts` and `main`. */
async function configuration(folder: string): Promise<string> {
  const machine = await runCommand('apt-config', ['dump'])
  const own = {
    'Dir::Etc::main': '/dev/null',
    'Dir::Etc::parts': '/dev/null',
    'Dir::Etc::preferences': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::sourcelist': path.join(folder, 'sources.list'),
    'Dir::State': folder,
    'Dir::State::lists': path.join(folder, 'lists'),
    'Dir::State::status': path.join(folder, 'status'),
    'Dir::Cache': path.join(folder, 'cache'),
    'Dir::Cache::archives': path.join(folder, 'cache/archives'),
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
