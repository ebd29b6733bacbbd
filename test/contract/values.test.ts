import { conformance } from '../../fixtures/conformance/conformance'
import { everyKind } from '../../fixtures/conformance/every-kind'
import { describeEachEngine } from '../support/describe-each-engine'
import { expectedBody, expectedRow } from '../support/expected-json'

describeEachEngine('values', conformance, (t) => {
  it('are lossless in JSON', async () => {
    const rows = [...everyKind.rows()].map((row) => expectedRow(everyKind, row, t.differences))
    const columns = everyKind.columns.map(({ name }) => name)
    const { status, text } = await t.app.get('query?table=every_kind')
    expect(text).toBe(expectedBody(columns, rows))
    expect(status).toBe(200)
  })
})
