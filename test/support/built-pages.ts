/** Pages for browsers, as the bundler makes them of their sources now. */
import path from 'node:path'
import { runCommand } from './run-command'

const root = path.join(__dirname, '../..')
const built = new Map<string, Promise<string>>()

/** Folder of what is built of `src/<name>`: once in a test file, in a place of its worker's own. */
export function builtPage(name: string): Promise<string> {
  const known = built.get(name) ?? build(name)
  built.set(name, known)
  return known
}

async function build(name: string): Promise<string> {
  const worker = process.env['JEST_WORKER_ID'] ?? '0'
  // Below node_modules, as all that tests build.
  const folder = path.join(root, 'node_modules/.cache/tablequery-test', `${name}-${worker}`)
  const bundler = path.join(root, 'node_modules/vite/bin/vite.js')
  const source = path.join(root, 'src', name)
  const args = ['build', source, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  await runCommand(process.execPath, [bundler, ...args])
  return folder
}
