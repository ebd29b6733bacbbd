/** Rows without a key, with values that are equal in Postgres' order and differ in a response. */
import { describeEachServer } from '../../test/support/describe-each-server'
import type { TestApp } from '../../test/support/test-app'

const VALUES = {
  numerics: `case i % 3 when 0 then 1.00 else 1.0 end`,
  numeric_arrays: `array[null, case i % 3 when 0 then 1.00 else 1.0 end]`,
  ranges: `numrange(case i % 3 when 0 then 1.00 else 1.0 end, 2)`,
  intervals: `(case i % 3 when 0 then '1 day' else '24 hours' end)::interval`,
  documents: `(case i % 3 when 0 then '{"a":1.00}' else '{"a":1.0}' end)::jsonb`,
  floats: `case i % 3 when 0 then float8 '-0' else 0 end`,
  caseless_arrays: `array[case i % 3 when 0 then 'A' else 'a' end]::citext[]`,
} as const

const TABLES = Object.keys(VALUES)

describeEachServer('postgres', 'rows with equal values', (server) => {
  let app: TestApp
  beforeAll(async () => {
    app = await server.serve([
      'create extension citext',
      ...Object.entries(VALUES).map(
        ([name, value]) =>
          `create view ${name} as select ${value} as v from generate_series(1, 60) i`,
      ),
    ])
  })

  /** The text of each row: a parsed number would be equal again. */
  const rows = async (query: string): Promise<string[]> => {
    const { text } = await app.get(`query?${query}`)
    return text.match(/\{"v":.*?\}(?=,\{"v"|\],"columns")/g) ?? []
  }

  it.each(TABLES)('are on one page each: %s', async (table) => {
    const walked: string[] = []
    for (let page = 1; page <= 9; page++) {
      walked.push(...(await rows(`table=${table}&limit=7&page=${page}`)))
    }
    const all = await rows(`table=${table}&limit=100`)
    expect(all).toHaveLength(60)
    expect(new Set(all).size).toBe(2)
    expect(walked.sort()).toEqual(all.sort())
  })
})
