/** This server passes all levels on every engine. */
import { conformance } from '../../fixtures/conformance/conformance'
import { failuresOf, runConformance, type Report } from '../../src/conformance'
import { authenticationFailed } from '../../src'
import { describeEachEngine, describeOneEngine } from '../support/describe-each-engine'
import { RUN_TIME } from './planted-fault'

function expectAllPassed(report: Report): void {
  expect(failuresOf(report)).toEqual([])
  expect(report.isComplete).toBe(true)
  expect(report.results.filter(({ status }) => status === 'data changed')).toEqual([])
}

/** One table has more rows than this, so the checks read it page by page. */
const PAGE_ROWS = 20

describeEachEngine('a conformance run', conformance, (t) => {
  it(
    'passes this server at every level',
    async () => {
      const baseUrl = `${t.app.origin}/api/table-viewer`
      expectAllPassed(await runConformance({ baseUrl, level: 'sameness', pageRows: PAGE_ROWS }))
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
