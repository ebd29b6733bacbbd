/** Keeps what tests download or prepare between runs, in a folder that only this user can write to. */
import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { isRoot } from './run-command'

/**
 * Returns the folder `name` of the cache; `fill` creates its content if it does not exist. Concurrent
 * runs each fill a folder of their own; the first to finish renames it, which is atomic.
 */
export async function cached(
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const cache = cacheFolder()
  const folder = path.join(cache, name)
  if (existsSync(folder)) return folder
  const unfinished = await mkdtemp(path.join(cache, 'unfinished-'))
  try {
    const content = path.join(unfinished, 'content')
    mkdirSync(content, { mode: 0o755 })
    await fill(content)
    await rename(content, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error
    })
    return folder
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

function cacheFolder(): string {
  const candidates = [
    // Servers that root starts run as another user, who has no access to root's home.
    ...(isRoot ? ['/var/cache'] : []),
    ...(isRoot ? [] : [process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache')]),
    // Stays after the run, unlike the temporary files of the tests.
    '/var/tmp',
    tmpdir(),
  ]
  for (const candidate of candidates) {
    const folder = path.join(candidate, `tablequery-test-${process.getuid?.() ?? 'user'}`)
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 })
      if (isOwn(folder)) return folder
    } catch {
      // Tries the next candidate: not every user has a home.
    }
  }
  throw new Error('no folder for the cache can be created: set XDG_CACHE_HOME')
}

/** Whether other users cannot write to the folder: tests run the programs in it. */
function isOwn(folder: string): boolean {
  const stat = lstatSync(folder)
  const isOfUser = process.getuid === undefined || stat.uid === process.getuid()
  return stat.isDirectory() && isOfUser && (stat.mode & 0o022) === 0
}
