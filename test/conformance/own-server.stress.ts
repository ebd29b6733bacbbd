/** This server passes all checks on every engine without credentials. */
import { conformance } from '../../fixtures/conformance/conformance'
import { runConformance } from '../../src/conformance'
import { describeEachEngine } from '../support/describe-each-engine'
import { expectAllPassed } from './all-passed'
import { RUN_TIME } from './planted-fault'

describeEachEngine('a conformance run without credentials', conformance, (t) => {
  it(
    'passes this server at every level',
    async () => {
      const baseUrl = `${t.app.origin}/api/table-viewer`
      expectAllPassed(await runConformance({ baseUrl, level: 'sameness', pageRows: 20 }))
    },
    RUN_TIME,
  )
})
