/** `npm run test:deployments`: the tests behind poolers and proxies, which need more programs and minutes. */
import { spawnSync } from 'node:child_process'

const { status } = spawnSync(
  'npx',
  ['jest', '--testMatch', '**/*.deployment.ts', '--', ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, TEST_DEPLOYMENTS: 'true' } },
)
process.exitCode = status ?? 1
