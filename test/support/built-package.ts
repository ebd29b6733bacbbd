/** The package as `npm run build` makes it, of the sources that are being tested. */
import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { runCommand } from './run-command'
import { removeRunFolders, runFolder } from './run-folder'

const root = path.join(__dirname, '../..')
const modules = path.join(root, 'node_modules')
const BUNDLES = ['client', 'viewer', 'api-docs'] as const

export const builtPackage = path.join(runFolder, 'package')

const dist = path.join(builtPackage, 'dist')

/** Once, before all tests, and always anew: nothing is left of what was built before. */
export async function buildPackage(): Promise<void> {
  removeRunFolders()
  await mkdir(builtPackage, { recursive: true })
  // The program looks for its pages from where this stands.
  await copyFile(path.join(root, 'package.json'), path.join(builtPackage, 'package.json'))
  await Promise.all([compile(), ...BUNDLES.map(bundle)])
}

/** Folder of what is bundled for browsers of `src/<name>`. */
export function builtPage(name: (typeof BUNDLES)[number]): string {
  return path.join(dist, name)
}

async function compile(): Promise<void> {
  const compiler = path.join(modules, 'typescript/bin/tsc')
  const project = path.join(root, 'scripts/tsconfig.build.json')
  // Types are checked before the tests, and by `npm run build`; it would take twice as long.
  const args = ['-p', project, '--noCheck', '--outDir', dist]
  await runCommand(process.execPath, [compiler, ...args])
}

async function bundle(name: (typeof BUNDLES)[number]): Promise<void> {
  const bundler = path.join(modules, 'vite/bin/vite.js')
  const source = path.join(root, 'src', name)
  const args = ['build', source, '--outDir', builtPage(name), '--logLevel', 'warn']
  // As it is published; the name that Jest gives would bundle what is for developers.
  const env = { ...process.env, NODE_ENV: 'production' }
  await runCommand(process.execPath, [bundler, ...args], { env })
}
