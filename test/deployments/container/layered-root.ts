/** A root file system in two layers: a base, which is never changed, and the changes to it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { runCommand } from '../../support/run-command'

export interface LayeredRoot {
  readonly base: string
  /** The files that differ from the base. */
  readonly changes: string
  /** An empty folder that the kernel requires. */
  readonly scratch: string
  readonly mountPoint: string
}

export async function layeredRoot(folder: string, base: string): Promise<LayeredRoot> {
  const [changes, scratch, mountPoint] = ['changes', 'scratch', 'root'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string]
  for (const each of [changes, scratch, mountPoint]) await mkdir(each, { recursive: true })
  return { base, changes, scratch, mountPoint }
}

/** Options of `unshare`: mounts are visible only to the process, and end with it. */
const OWN_MOUNTS = ['--mount', '--propagation', 'private']

function mounting({ base, changes, scratch, mountPoint }: LayeredRoot): string {
  const layers = `lowerdir=${base},upperdir=${changes},workdir=${scratch}`
  return `mount -t overlay overlay -o '${layers}' '${mountPoint}'`
}

/** Runs a script outside of the roots, by this machine's shell, while the roots are mounted. */
export async function whileMounted(roots: readonly LayeredRoot[], script: string): Promise<void> {
  const text = ['set -e', ...roots.map(mounting), script].join('\n')
  await runCommand('unshare', [...OWN_MOUNTS, 'sh', '-c', text])
}

export interface Surroundings {
  readonly env: Readonly<Record<string, string>>
  readonly workdir: string
}

/** Runs a command in the root file system, as the user root, with this machine's network. */
export async function runIn(
  root: LayeredRoot,
  { env, workdir }: Surroundings,
  command: readonly string[],
): Promise<void> {
  // Mounts of this machine's certificates and resolver, which must not become part of the changes.
  const shared = ['/etc/resolv.conf', '/etc/hosts', '/etc/ssl/certs'].map(
    (file) =>
      `if [ -e ${file} ] && [ -e '${root.mountPoint}${file}' ]; then mount --bind ${file} '${root.mountPoint}${file}'; fi`,
  )
  const script = [
    ...['set -e', mounting(root), ...devices(root), ...shared],
    `exec chroot '${root.mountPoint}' env -i --chdir='${workdir}' "$@"`,
  ]
  const words = [...variables(env), ...command]
  await runCommand('unshare', [...OWN_MOUNTS, 'sh', '-c', script.join('\n'), 'sh', ...words])
}

/**
 * Starts a command with the restrictions of the Compose file: a user without privileges, a read-only root, a
 * temporary folder in memory.
 */
export function startContained(
  root: LayeredRoot,
  { env, workdir, user }: Surroundings & { readonly user: string },
  command: readonly string[],
): ChildProcess {
  const script = [
    ...['set -e', mounting(root), ...devices(root)],
    `mount -t tmpfs -o mode=1777 tmpfs '${root.mountPoint}/tmp'`,
    `mount -o remount,bind,ro '${root.mountPoint}'`,
    `exec chroot '${root.mountPoint}' env -i --chdir='${workdir}' "$@"`,
  ]
  const restricted = ['--no-new-privs', '--bounding-set', '-all', '--inh-caps', '-all']
  const words = [
    ...variables(env),
    ...['setpriv', '--reuid', user, '--regid', user, '--init-groups', ...restricted],
    ...command,
  ]
  return spawn('unshare', [...OWN_MOUNTS, 'sh', '-c', script.join('\n'), 'sh', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function devices({ mountPoint }: LayeredRoot): string[] {
  return [`mount -t proc proc '${mountPoint}/proc'`, `mount --rbind /dev '${mountPoint}/dev'`]
}

function variables(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env).map(([name, value]) => `${name}=${value}`)
}
