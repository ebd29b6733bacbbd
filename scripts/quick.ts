/** `npm run test:quick`: the tests on SQLite alone, without a browser and without starting the built program. */
import { spawnSync } from 'node:child_process'

const SLOW = [
  ...['test/browser', 'test/process', 'test/docs', 'test/fuzz', 'dialects/(postgres|mysql)'],
  'test/conformance/(python|koa-knex)',
  ...[
    'contract/(walk|folding|faults|plain-reads|hostile-input)',
    'sqlite/(wide-tables|row-key|file-faults)',
    'linear-time',
  ],
]

const { status } = spawnSync(
  'npx',
  ['jest', ...process.argv.slice(2), '--testPathIgnorePatterns', ...SLOW],
  { stdio: 'inherit', env: { ...process.env, TEST_ENGINES: 'sqlite' } },
)
process.exitCode = status ?? 1
