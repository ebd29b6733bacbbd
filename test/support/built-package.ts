/** The package as built by `npm run build` from the sources under test. */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { buildFolder } from './build-folder'
import { runCommand } from './run-command'
import { cacheFolder, removeRunFolders, runFolder } from './run-folder'

const root = path.join(__dirname, '../..')
const modules = path.join(root, 'node_modules')
const BUNDLES = ['client', 'viewer', 'api-docs'] as const

/** Jest's worker processes inherit the variable. */
export const builtPackage = (process.env['TEST_BUILT_PACKAGE'] ??= buildFolder())

/** Builds the package before all tests, unless an earlier run has built the same sources. */
export async function buildPackage(): Promise<void> {
  removeRunFolders(cacheFolder)
  if (existsSync(builtPackage)) return
  const unfinished = path.join(runFolder, 'package')
  await mkdir(unfinished, { recursive: true })
  // The program finds its pages relative to this file.
  await copyFile(path.join(root, 'package.json'), path.join(unfinished, 'package.json'))
  const dist = path.join(unfinished, 'dist')
  await Promise.all([compile(dist), ...BUNDLES.map((name) => bundle(name, path.join(dist, name)))])
  await mkdir(path.dirname(builtPackage), { recursive: true })
  await rename(unfinished, builtPackage).catch((error: unknown) => {
    // Another run may have built the same sources meanwhile.
    if (!existsSync(builtPackage)) throw error
  })
  await removeOldBuilds()
}

/** Milliseconds after which a build of other sources is removed. */
const MAX_AGE = 24 * 60 * 60 * 1000

async function removeOldBuilds(): Promise<void> {
  const folder = path.dirname(builtPackage)
  for (const name of await readdir(folder)) {
    const build = path.join(folder, name)
    const { mtimeMs } = await stat(build)
    if (build === builtPackage || Date.now() - mtimeMs < MAX_AGE) continue
    await rm(build, { recursive: true, force: true })
  }
}

/** Folder of the browser bundle of `src/<name>`. */
export function builtPage(name: (typeof BUNDLES)[number]): string {
  return path.join(builtPackage, 'dist', name)
}

async function compile(dist: string): Promise<void> {
  const compiler = path.join(modules, '@typescript/native/bin/tsc')
  const project = path.join(root, 'scripts/tsconfig.build.json')
  // Types are checked before the tests, and by `npm run build`. A check here would double the time.
  const args = ['-p', project, '--noCheck', '--outDir', dist]
  await runCommand(process.execPath, [compiler, ...args])
}

async function bundle(name: (typeof BUNDLES)[number], into: string): Promise<void> {
  const bundler = path.join(modules, 'vite/bin/vite.js')
  const source = path.join(root, 'src', name)
  const args = ['build', source, '--outDir', into, '--logLevel', 'warn']
  // As published. Jest sets NODE_ENV to `test`, which would bundle development code.
  const env = { ...process.env, NODE_ENV: 'production' }
  await runCommand(process.execPath, [bundler, ...args], { env })
}
