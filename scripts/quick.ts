/**
 * `npm run test:quick`: the tests on SQLite alone, without a browser, without starting the built program, and
 * without the slowest of the others.
 */
import { spawnSync } from 'node:child_process'

const SLOW = [
  ...['test/browser', 'test/process', 'test/docs', 'test/fuzz', 'dialects/(postgres|mysql)'],
  ...['test/conformance', 'test/types', 'fixtures/shop'],
  ...[
    'contract/(walk|folding|faults|plain-reads|hostile-input)',
    'contract/(rows-between-statements|endless-statements|many-clients)',
    'sqlite/(wide-tables|row-key|file-faults|interrupted-statement)',
    'linear-time',
  ],
]

const { status } = spawnSync(
  'npx',
  ['jest', ...process.argv.slice(2), '--testPathIgnorePatterns', ...SLOW],
  { stdio: 'inherit', env: { ...process.env, TEST_ENGINES: 'sqlite' } },
)
process.exitCode = status ?? 1
