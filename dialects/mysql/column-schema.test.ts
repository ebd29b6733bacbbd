/** What a column of the catalogue becomes in a plan. */
import { planKey } from '../../src/core/read-plan'
import { planOfPage } from '../../test/support/rows-by-hand'
import { columnSchema } from './column-schema'

it("distinguishes a plan of MariaDB's JSON from one of text, which has the same type", () => {
  const [text, json] = ['longtext', 'checked json'].map((data_type) => {
    const catalogued = { name: 'a', type: 'longtext', data_type, is_nullable: 1, collation: null }
    const column = columnSchema(
      { ...catalogued, octets: null, is_row_period: null },
      {
        isRegexpSlow: false,
        isView: false,
        isMariadb: true,
      },
    )
    return { column, key: planKey({ ...planOfPage(0), columns: [column] }) }
  })
  expect(json?.column.type).toBe(text?.column.type)
  expect(json?.key).not.toBe(text?.key)
})
