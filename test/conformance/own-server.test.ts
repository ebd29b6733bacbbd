/** This server passes all levels on every engine. @long */
import { conformance } from '../../fixtures/conformance/conformance'
import { failuresOf, runConformance, type Report } from '../../src/conformance'
import { authenticationFailed } from '../../src'
import { describeEachEngine, describeOneEngine } from '../support/describe-each-engine'
import { effort } from '../support/effort'
import { testServers } from '../support/test-servers'
import { RUN_TIME } from './planted-fault'

function expectAllPassed(report: Report): void {
  expect(failuresOf(report)).toEqual([])
  expect(report.isComplete).toBe(true)
  expect(report.results.filter(({ status }) => status === 'data changed')).toEqual([])
}

/**
 * With a key, a nullable key and without one, without rows, with several pages, with every kind of value,
 * and a view. The other tables have columns of the same types, and only the first engine has them checked too.
 */
const TELLING_TABLES = [
  ...['people', 'numbers', 'unique_key', 'no_key', 'empty_table', 'every_kind', 'red_people'],
]

/** One table has more rows than this, so the checks read it page by page. */
const PAGE_ROWS = 20

describeEachEngine('a conformance run', conformance, (t) => {
  it(
    'passes this server at every level',
    async () => {
      const baseUrl = `${t.app.origin}/api/table-viewer`
      const hasAllTables = effort(t.engine.name === testServers()[0]?.name, true)
      const tables = hasAllTables ? undefined : TELLING_TABLES
      const options = { level: 'sameness', pageRows: PAGE_ROWS, ...(tables && { tables }) } as const
      expectAllPassed(await runConformance({ baseUrl, ...options }))
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
