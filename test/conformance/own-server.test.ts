/**
 * This server passes all checks on one engine, and on the others those that depend on the engine; under stress, it
 * passes all on every engine. @long
 */
import { conformance } from '../../fixtures/conformance/conformance'
import { failuresOf, runConformance, type Report } from '../../src/conformance'
import { authenticationFailed } from '../../src'
import { describeEachEngine, describeOneEngine, oneEngine } from '../support/describe-each-engine'
import { effort } from '../support/effort'
import { RUN_TIME } from './planted-fault'

function expectAllPassed(report: Report): void {
  expect(failuresOf(report)).toEqual([])
  expect(report.isComplete).toBe(true)
  expect(report.results.filter(({ status }) => status === 'data changed')).toEqual([])
}

/** With a key, a nullable key and without one, and with every kind of value. */
const TELLING_TABLES = ['unique_key', 'no_key', 'every_kind']

/** Checks whose responses come from the same code on every engine. */
const WITHOUT_ENGINE = /^(?:errors|invalid|headers|authentication|same-parameters|same-http)\//

const runsAll = (engine: string): boolean => effort(engine === oneEngine().name, true)

/** One table of all, and one of the telling ones, has more rows than this, so the checks read it page by page. */
const PAGE_ROWS = { all: 20, telling: 5 }

describeEachEngine('a conformance run', conformance, (t) => {
  it(
    'passes this server at every level',
    async () => {
      const baseUrl = `${t.app.origin}/api/table-viewer`
      const all = { baseUrl, level: 'sameness', pageRows: PAGE_ROWS.all } as const
      const telling = {
        ...all,
        pageRows: PAGE_ROWS.telling,
        tables: TELLING_TABLES,
        only: (id: string): boolean => !WITHOUT_ENGINE.test(id),
      }
      expectAllPassed(await runConformance(runsAll(t.engine.name) ? all : telling))
    },
    RUN_TIME,
  )
})

const TOKEN = 'a-token-of-the-test'

describeOneEngine(
  'a conformance run with credentials',
  conformance,
  (t) => {
    it('passes the authentication of this server', async () => {
      const baseUrl = `${t.app.origin}/api/table-viewer`
      const headers = { Authorization: `Bearer ${TOKEN}` }
      const only = (id: string): boolean => id.startsWith('authentication/')
      const report = await runConformance({ baseUrl, level: 'sameness', headers, only })
      expectAllPassed(report)
      const missing = report.results.find(({ check }) => check.id === 'authentication/missing')
      expect(missing).toMatchObject({ status: 'passed' })
    })
  },
  {
    authenticate: (ctx) => {
      if (ctx.get('Authorization') !== `Bearer ${TOKEN}`)
        throw authenticationFailed('bearer', 'a valid token is needed')
    },
  },
)
