import { chmod, mkdir } from 'node:fs/promises'
import path from 'node:path'

/**
 * Creates the folder for sorts and temporary tables that do not fit in memory.
 * @returns options for it and for the data. Without them, servers would share /tmp, where a MySQL server
 * that starts removes the temporary tables of the others.
 */
export async function folderOptions(folder: string): Promise<string[]> {
  const temporary = path.join(folder, 'tmp')
  await mkdir(temporary)
  await chmod(temporary, 0o777)
  return [`--datadir=${path.join(folder, 'data')}`, `--tmpdir=${temporary}`]
}
