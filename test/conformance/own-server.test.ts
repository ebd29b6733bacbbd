/**
 * This server passes all checks: for a few tables on one engine, and under stress for all tables on every engine.
 * `own-server.stress.ts` runs them without credentials.
 */
import { conformance } from '../../fixtures/conformance/conformance'
import { runConformance } from '../../src/conformance'
import { authenticationFailed } from '../../src'
import { describeOneEngine } from '../support/describe-each-engine'
import { effort } from '../support/effort'
import { expectAllPassed } from './all-passed'
import { RUN_TIME } from './planted-fault'

const TOKEN = 'a-token-of-the-test'

/** One without a key, and one with every kind of value, both of several pages; all tables under stress. */
const options = effort({ pageRows: 5, tables: ['no_key', 'every_kind'] }, { pageRows: 20 })

describeOneEngine(
  'a conformance run',
  conformance,
  (t) => {
    it(
      'passes this server at every level',
      async () => {
        const baseUrl = `${t.app.origin}/api/table-viewer`
        const headers = { Authorization: `Bearer ${TOKEN}` }
        const report = await runConformance({ baseUrl, headers, level: 'sameness', ...options })
        expectAllPassed(report)
        const missing = report.results.find(({ check }) => check.id === 'authentication/missing')
        expect(missing).toMatchObject({ status: 'passed' })
      },
      RUN_TIME,
    )
  },
  {
    authenticate: (ctx) => {
      if (ctx.get('Authorization') !== `Bearer ${TOKEN}`)
        throw authenticationFailed('bearer', 'a valid token is needed')
    },
  },
)
