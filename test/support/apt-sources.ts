/** The mirrors of Debian from which this machine installs packages. */
import { readFileSync } from 'node:fs'
import { MachineError, runCommand } from './run-command'

/** From Debian's package debian-archive-keyring, on which apt depends. */
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'

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

/** @throws MachineError if the machine has no source of a Debian release */
function mainSource(sources: readonly Source[]): Source {
  const { VERSION_CODENAME: own = '', ID: system } = osRelease()
  const main = sources.find((source) => source.suite === own)
  if (system === 'debian' && main) return main
  throw new MachineError('apt has no source of a Debian release')
}

/**
 * The lines of `sources.list` for a suite; default: the sources of Debian that this machine has.
 * @throws MachineError if the machine has no source of a Debian release
 */
export async function sourceLines(suite?: string): Promise<string> {
  const sources = await machineSources()
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
