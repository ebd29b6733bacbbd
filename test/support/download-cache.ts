/** Keeps what tests download between runs, for this user alone. */
import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { isRoot } from './run-command'

/**
 * The folder `name` of the cache, which `fill` makes when it is not there. Runs at the same time each
 * fill a folder of their own; the first to finish gives it its name, which happens at once.
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
    // Servers that root starts run as a user who may not enter its home.
    ...(isRoot ? ['/var/cache'] : []),
    ...(isRoot ? [] : [process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache')]),
    tmpdir(),
  ]
  for (const candidate of candidates) {
    const folder = path.join(candidate, `tablequery-test-${process.getuid?.() ?? 'user'}`)
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 })
      if (isOwn(folder)) return folder
    } catch {
      // The next one may do: not every user has a home.
    }
  }
  throw new Error('there is no folder to keep downloads in: set XDG_CACHE_HOME')
}

/** The programs in it are run, so nobody else may have put them there. */
function isOwn(folder: string): boolean {
  const stat = lstatSync(folder)
  const isOfUser = process.getuid === undefined || stat.uid === process.getuid()
  return stat.isDirectory() && isOfUser && (stat.mode & 0o022) === 0
}
