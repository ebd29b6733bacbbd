/** Servers that refuse to run as root, or should not, run as `nobody` when the tests run as root. */
import { chown, mkdir } from 'node:fs/promises'
import { isRoot, runCommand } from './run-command'

/** Makes the folder and gives it to the user. @returns the words before a command that is to run as it */
export async function asOwnerOf(folder: string): Promise<string[]> {
  await mkdir(folder, { mode: 0o700 })
  if (!isRoot) return []
  const uid = Number(await runCommand('id', ['-u', 'nobody']))
  const gid = Number(await runCommand('id', ['-g', 'nobody']))
  await chown(folder, uid, gid)
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
}
