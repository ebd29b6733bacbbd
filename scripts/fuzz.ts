/** `npm run fuzz -- --runs 20000 --seed 1`: runs the differential test; `--first 16122` begins at that case. */
import { spawnSync } from 'node:child_process'
import { parseCommandLine, refuse } from './command-line'

const { values } = parseCommandLine({
  options: {
    first: { type: 'string', default: '1' },
    runs: { type: 'string', default: '120' },
    seed: { type: 'string' },
  },
})
for (const [name, value] of Object.entries(values)) {
  if (!/^\d+$/.test(value)) refuse(`--${name} must be a whole number`)
}

const { status } = spawnSync('npx', ['jest', 'test/fuzz'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    FUZZ_FIRST: values.first,
    FUZZ_RUNS: values.runs,
    ...(values.seed !== undefined && { FUZZ_SEED: values.seed }),
  },
})
process.exitCode = status ?? 1
