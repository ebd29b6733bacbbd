/** Runs servers as `nobody` if the tests run as root, because some servers refuse to run as root. */
import { chown, mkdir } from 'node:fs/promises'
import { isRoot, runCommand } from './run-command'

/** Creates the folder, owned by the user. */
export async function createOwnFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  if (isRoot) await chown(folder, await nobodysId('-u'), await nobodysId('-g'))
}

/** @returns the command prefix that runs a command as the user */
export async function asServerUser(): Promise<string[]> {
  if (!isRoot) return []
  const ids = [`--reuid=${await nobodysId('-u')}`, `--regid=${await nobodysId('-g')}`]
  return ['setpriv', ...ids, '--clear-groups']
}

async function nobodysId(option: '-u' | '-g'): Promise<number> {
  return Number(await runCommand('id', [option, 'nobody']))
}
