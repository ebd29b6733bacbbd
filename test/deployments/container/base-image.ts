/**
 * Builds a replacement of the official images of Node.js, because the tests have no registry of images:
 * Debian by debootstrap, Node.js and npm from npm's packages, and the user `node`.
 */
import { cp, realpath, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { cached } from '../../support/cached-folder'
import { nodeFolder } from '../../support/node-version'
import { debianMirror } from '../../support/apt-sources'
import { findProgram, runCommand } from '../../support/run-command'
import { testProgram } from '../../support/test-programs'

/** Packages that only the images without `slim` have, and that builds of native modules need. */
const BUILD_PACKAGES = ['ca-certificates', 'g++', 'make', 'python3']

/** @returns the folder of the root file system, which callers must not change */
export async function baseImage(image: string): Promise<string> {
  const [, major, suite, slim] = /^node:(\d+)-([a-z]+)(-slim)?$/.exec(image) ?? []
  if (major === undefined || suite === undefined)
    throw new Error(`no replacement of the image ${image}`)
  return cached(`image-node-${major}-${suite}${slim ?? ''}`, async (root) => {
    await installDebian(root, suite, slim === undefined ? BUILD_PACKAGES : [])
    await installNode(root, Number(major))
    await runCommand('chroot', [root, 'groupadd', '--gid', '1000', 'node'])
    const user = ['--uid', '1000', '--gid', 'node', '--create-home', 'node']
    await runCommand('chroot', [root, 'useradd', ...user])
  })
}

async function installDebian(root: string, suite: string, packages: string[]): Promise<void> {
  const program = testProgram('debootstrap')
  const env = {
    ...process.env,
    ...program.env,
    DEBOOTSTRAP_DIR: path.join(path.dirname(program.path), '../share/debootstrap'),
  }
  const include = packages.length === 0 ? [] : [`--include=${packages.join(',')}`]
  const args = ['--variant=minbase', ...include, suite, root, await debianMirror()]
  await runCommand(program.path, args, { env })
  // As in the official images.
  for (const folder of ['var/cache/apt', 'var/lib/apt/lists']) {
    await rm(path.join(root, folder), { recursive: true, force: true })
  }
}

async function installNode(root: string, major: number): Promise<void> {
  const local = path.join(root, 'usr/local')
  const node = await nodeFolder(major)
  await cp(path.join(node, 'bin/node'), path.join(local, 'bin/node'))
  await cp(path.join(node, 'include'), path.join(local, 'include'), { recursive: true })
  const npm = path.join(path.dirname(await realpath(findProgram('npm') ?? '')), '..')
  await cp(npm, path.join(local, 'lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx']) {
    const target = `../lib/node_modules/npm/bin/${name}-cli.js`
    await symlink(target, path.join(local, 'bin', name))
  }
}
