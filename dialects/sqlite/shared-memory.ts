/**
 * Warns of files that only this program can use. The program that opens a file in WAL mode first creates two files
 * beside it, also to read. If it only reads, it leaves them when it ends, and programs of other users cannot write.
 * https://www.sqlite.org/walformat.html#the_wal_index_file_format
 */
import { realpathSync, statSync } from 'node:fs'

const GROUP_MAY_WRITE = 0o020
const OTHERS_MAY_WRITE = 0o002

/** @param filename a file that this process has opened; as root, SQLite gives the files to the owner of the file */
export function sharedMemoryWarnings(filename: string): string[] {
  try {
    const target = realpathSync.native(filename)
    const file = statSync(target)
    const shared = statSync(`${target}-shm`)
    if (shared.uid !== process.geteuid?.() || shared.uid === file.uid) return []
    const isOfGroup = shared.gid === file.gid && (shared.mode & GROUP_MAY_WRITE) !== 0
    if (isOfGroup || (shared.mode & OTHERS_MAY_WRITE) !== 0) return []
    return [
      `${target}-shm belongs to the user of this program, so the owner of the database cannot write to it, even ` +
        'after this program has ended: run it as the owner, or share a group ' +
        '(docs/reference/connections.md#sqlite)',
    ]
  } catch {
    // The file is not in WAL mode.
    return []
  }
}
