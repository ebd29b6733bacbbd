import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram, isRoot, runCommand } from './run-command'

/**
 * Installs packages of Debian without a service that starts by itself.
 * @throws Error that says what to do instead
 */
export async function installPackages(packages: readonly string[], advice: string): Promise<void> {
  if (!isRoot || findProgram('apt-get') === undefined) throw new Error(advice)
  // https://www.debian.org/doc/debian-policy/ch-opersys.html: invoke-rc.d starts nothing in runlevel 1.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  // One at a time: `apt-get update` waits for nobody, and tests run side by side.
  const lock = path.join(tmpdir(), 'tablequery-apt.lock')
  const alone = [lock, 'apt-get', '-o', 'DPkg::Lock::Timeout=300', '-qq']
  try {
    await runCommand('flock', [...alone, 'update'], { env })
    const install = ['install', '--yes', '--no-install-recommends']
    await runCommand('flock', [...alone, ...install, ...packages], { env })
  } catch (cause) {
    throw new Error(`apt-get could not: ${advice}\n${String(cause)}`, { cause })
  }
}
