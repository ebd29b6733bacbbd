/** Runs servers as `nobody` if the tests run as root, because some servers refuse to run as root. */
import { chown, mkdir } from 'node:fs/promises'
import { isRoot, runCommand } from './run-command'

/** Creates the folder, owned by the user. @returns the command prefix that runs a command as the user */
export async function asOwnerOf(folder: string): Promise<string[]> {
  await mkdir(folder, { mode: 0o700 })
  if (!isRoot) return []
  const uid = Number(await runCommand('id', ['-u', 'nobody']))
  const gid = Number(await runCommand('id', ['-g', 'nobody']))
  await chown(folder, uid, gid)
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
}
