/** What is bundled for browsers, of the sources that are being tested. */
import path from 'node:path'
import { runCommand } from './run-command'

const root = path.join(__dirname, '../..')
const BUNDLES = ['client', 'viewer', 'api-docs'] as const

/** Once, before all tests. */
export async function buildPages(): Promise<void> {
  // As it is published; the name that Jest gives would bundle what is for developers.
  const env = { ...process.env, NODE_ENV: 'production' }
  const bundler = path.join(root, 'node_modules/vite/bin/vite.js')
  await Promise.all(
    BUNDLES.map((name) => {
      const source = path.join(root, 'src', name)
      const args = ['--outDir', builtPage(name), '--emptyOutDir', '--logLevel', 'warn']
      return runCommand(process.execPath, [bundler, 'build', source, ...args], { env })
    }),
  )
}

/** Folder of what is built of `src/<name>`: below node_modules, as all that tests build. */
export function builtPage(name: (typeof BUNDLES)[number]): string {
  return path.join(root, 'node_modules/.cache/tablequery-test', `bundle-${name}`)
}
