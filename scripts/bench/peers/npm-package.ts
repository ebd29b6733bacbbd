/** Installs a package from npm into the user's cache: a compared server is no dependency of this project. */
import path from 'node:path'
import { cached } from '../../../test/support/cached-folder'
import { UnavailableError } from '../../../test/support/left-out'
import { runCommand } from '../../../test/support/run-command'

/**
 * @returns the folder of the package, with its dependencies beside it
 * @throws UnavailableError if npm cannot install it
 */
export async function npmPackage(name: string, version: string): Promise<string> {
  // Packages with native code are compiled for one version of Node.js.
  const folder = await cached(
    `${name}-${version}-node-${process.versions.modules}`,
    async (into) => {
      const options = ['--prefix', into, '--no-audit', '--no-fund', '--no-save', '--loglevel=error']
      await runCommand('npm', ['install', ...options, `${name}@${version}`])
    },
  ).catch((error: unknown) => {
    const reason = String(error).split('\n')[0] ?? ''
    throw new UnavailableError(reason, 'npm must be able to install and to compile it')
  })
  return path.join(folder, 'node_modules', name)
}
