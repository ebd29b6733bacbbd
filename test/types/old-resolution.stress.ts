/** The types of the built package are found by a compiler that does not read `exports` in package.json. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { runCommand } from '../support/run-command'
import { emptyProject, modulesOfProject } from './empty-project'

// The default of TypeScript 5 for CommonJS.
it('are found by the module resolution of Node 10', async () => {
  const file = path.join(emptyProject('types-of-node10'), 'use.ts')
  const entries = ['tablequery', 'tablequery/client', 'tablequery/conformance']
  writeFileSync(
    file,
    entries.map((entry, index) => `export * as e${index} from '${entry}'`).join(';'),
  )
  await runCommand(process.execPath, [
    path.join(modulesOfProject, 'typescript/bin/tsc'),
    ...['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--esModuleInterop'],
    ...['--module', 'commonjs', '--moduleResolution', 'node10', '--ignoreDeprecations', '6.0'],
    ...['--lib', 'es2023', '--types', 'node', file],
  ])
}, 240_000)
