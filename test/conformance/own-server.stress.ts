/** This server passes all checks on every engine without credentials. */
import { conformance } from '../../fixtures/conformance/conformance'
import { failuresOf, runConformance } from '../../src/conformance'
import { describeEachEngine } from '../support/describe-each-engine'
import { RUN_TIME } from './planted-fault'

describeEachEngine('a conformance run without credentials', conformance, (t) => {
  it(
    'passes this server at every level',
    async () => {
      const baseUrl = `${t.app.origin}/api/table-viewer`
      const report = await runConformance({ baseUrl, level: 'sameness', pageRows: 20 })
      expect(failuresOf(report)).toEqual([])
      expect(report.isComplete).toBe(true)
      expect(report.results.filter(({ status }) => status === 'data changed')).toEqual([])
    },
    RUN_TIME,
  )
})
