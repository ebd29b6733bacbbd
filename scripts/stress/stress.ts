/**
 * `npm run test:stress`: runs the tests that take too long for `npm test`, and writes the result of each
 * part to docs/explanation/proof.md. `--only fuzz` runs one part.
 */
import { spawnSync } from 'node:child_process'
import { runCommand } from '../../test/support/run-command'
import { parseCommandLine, refuse } from '../command-line'
import { requireCleanTree } from '../release/clean-tree'
import { PARTS } from './parts'
import { PAGE, record, root } from './proof'

const { values } = parseCommandLine({ options: { only: { type: 'string' } } })

void main()

async function main(): Promise<void> {
  const parts = PARTS.filter(({ name }) => values.only === undefined || name === values.only)
  if (parts.length === 0) {
    refuse(`--only must be one of ${PARTS.map(({ name }) => name).join(', ')}`)
  }
  // The page names a commit, which must be what is tested; parts that ran before have changed the page.
  await requireCleanTree(root, PAGE)
  const commit = (await runCommand('git', ['-C', root, 'rev-parse', '--short', 'HEAD'])).trim()
  for (const { name, command, variables = {} } of parts) {
    const [program = '', ...args] = command()
    const began = Date.now()
    const env = { ...process.env, ...variables }
    const { status } = spawnSync(program, args, { stdio: 'inherit', env })
    const minutes = Math.ceil((Date.now() - began) / 60_000)
    record(name, { hasPassed: status === 0, minutes, commit })
    if (status !== 0) process.exitCode = 1
  }
}
