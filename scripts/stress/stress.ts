/**
 * `npm run test:stress`: runs the tests that take too long for `npm test`, and writes the result of each
 * part to docs/explanation/proof.md. `--only fuzz` runs one part. With paths of tests, it runs only these,
 * and writes nothing.
 */
import { spawnSync } from 'node:child_process'
import { runCommand } from '../../test/support/run-command'
import { parseCommandLine, refuse } from '../command-line'
import { requireCleanTree } from '../release/clean-tree'
import { jestWithStressFiles, PARTS, UNDER_STRESS } from './parts'
import { PAGE, record, root } from './proof'

const { values, positionals } = parseCommandLine({
  options: { only: { type: 'string' } },
  allowPositionals: true,
})

if (positionals.length > 0) {
  if (values.only !== undefined) refuse('--only cannot be combined with paths')
  if (!hasPassed(jestWithStressFiles(positionals), UNDER_STRESS)) process.exitCode = 1
} else void runParts()

async function runParts(): Promise<void> {
  const parts = PARTS.filter(({ name }) => values.only === undefined || name === values.only)
  if (parts.length === 0) {
    refuse(`--only must be one of ${PARTS.map(({ name }) => name).join(', ')}`)
  }
  // The page names a commit, which must be what is tested; parts that ran before have changed the page.
  await requireCleanTree(root, PAGE)
  const commit = (await runCommand('git', ['-C', root, 'rev-parse', '--short', 'HEAD'])).trim()
  for (const { name, command, variables = {} } of parts) {
    const began = Date.now()
    const passed = hasPassed(command(), variables)
    const minutes = Math.ceil((Date.now() - began) / 60_000)
    record(name, { hasPassed: passed, minutes, commit })
    if (!passed) process.exitCode = 1
  }
}

function hasPassed(
  [program = '', ...args]: readonly string[],
  variables: Readonly<Record<string, string>>,
): boolean {
  const env = { ...process.env, ...variables }
  return spawnSync(program, args, { stdio: 'inherit', env }).status === 0
}
