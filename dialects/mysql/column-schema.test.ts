/** What a column of the catalogue becomes in a plan. */
import { planKey } from '../../src/core/read-plan'
import type { ColumnSchema } from '../../src/dialect/schema'
import { planOfPage } from '../../test/support/rows-by-hand'
import { columnSchema } from './column-schema'

function columnOfType(type: string, data_type = type): ColumnSchema {
  return columnSchema(
    {
      ...{ name: 'a', type, data_type, is_nullable: 1, collation: null },
      ...{ octets: null, is_row_period: null },
    },
    { isRegexpSlow: false, isView: false, isMariadb: true },
  )
}

it("distinguishes a plan of MariaDB's JSON from one of text, which has the same type", () => {
  const [text, json] = ['longtext', 'checked json'].map((data_type) => {
    const column = columnOfType('longtext', data_type)
    return { column, key: planKey({ ...planOfPage(0), columns: [column] }) }
  })
  expect(json?.column.type).toBe(text?.column.type)
  expect(json?.key).not.toBe(text?.key)
})

it.each([
  // Of tables from before MariaDB 10.1, or with `mysql56_temporal_format = OFF`.
  ['datetime /* mariadb-5.3 */', 'datetime', 'datetime'],
  ['time(2) /* mariadb-5.3 */', 'time', 'time(2)'],
  ['timestamp(6) /* mariadb-5.3 */', 'timestamp', 'timestamp(6)'],
  ['blob /*M!100301 COMPRESSED*/', 'blob', 'blob'],
  ["enum('a /* b */')", 'enum', "enum('a /* b */')"],
])('calls a column of the type %s only by its type', (catalogued, dataType, type) => {
  expect(columnOfType(catalogued, dataType).type).toBe(type)
})
