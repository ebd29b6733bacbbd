/** What is bundled for browsers, built from the sources that are being tested. */
import path from 'node:path'
import { runCommand } from './run-command'

const root = path.join(__dirname, '../..')

/**
 * The folder that it was built into.
 * @param by who asks, because test files run side by side
 */
export async function viteBuild(source: 'client' | 'viewer', by: string): Promise<string> {
  const folder = path.join(root, 'node_modules/.cache/tablequery-test', `${source}-${by}`)
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  await runCommand(process.execPath, [
    ...[vite, 'build', path.join(root, 'src', source)],
    ...['--outDir', folder, '--emptyOutDir', '--logLevel', 'error'],
  ])
  return folder
}
