/** Tables at the limits of the engines. */
import { describeEachDialect } from '../support/describe-each-engine'
import type { FixtureColumn, FixtureTable } from '../../fixtures/fixture-table'

/** 63 bytes, the longest name that all engines allow. */
const LONG_NAME = `${'é'.repeat(31)}x`

const wide = (name: string, primaryKey: string[]): FixtureTable => ({
  name,
  columns: Array.from({ length: 1000 }, (_, index): FixtureColumn => {
    const type =
      index % 5 < 4 ? { kind: 'integer' as const } : ({ kind: 'varchar', length: 4 } as const)
    return { name: `c${index}`, type }
  }),
  primaryKey,
  rows: () =>
    [2, 1, 3].map((row) => Array.from({ length: 1000 }, (_, i) => (i % 5 < 4 ? row : `v${row}`))),
})

const fixture = {
  tables: [
    wide('wide', ['c0']),
    wide('wide_without_key', []),
    {
      name: LONG_NAME,
      columns: [{ name: LONG_NAME, type: { kind: 'varchar', length: 10 } }],
      primaryKey: [LONG_NAME],
      rows: () => [['found']],
    } satisfies FixtureTable,
  ],
  views: [],
}

describeEachDialect('a table at the limits', fixture, (t) => {
  it.each(['wide', 'wide_without_key'])('%s has 1,000 columns', async (table) => {
    const { columns } = JSON.parse((await t.app.get(`tables/${table}`)).text) as {
      columns: unknown[]
    }
    expect(columns).toHaveLength(1000)
    const rows = async (rest: string): Promise<Record<string, unknown>[]> => {
      const { data } = JSON.parse((await t.app.get(`query?table=${table}${rest}`)).text) as {
        data: Record<string, unknown>[]
      }
      return data
    }
    expect((await rows('')).map((row) => Object.keys(row).length)).toEqual([1000, 1000, 1000])
    expect((await rows('&sort=c999:desc&columns=c0')).map(({ c0 }) => c0)).toEqual([3, 2, 1])
    expect(await rows('&filter=V2&columns=c998,c999')).toEqual([{ c998: 2, c999: 'v2' }])
  })

  it('may have the longest name', async () => {
    const name = encodeURIComponent(LONG_NAME)
    expect((await t.app.get(`tables/${name}`)).text).toContain(
      `{"name":"${LONG_NAME}","columns":[{"name":"${LONG_NAME}"`,
    )
    const { text } = await t.app.get(
      `query?table=${name}&sort=${name}:asc&filter=FOUND&filterColumns=${name}`,
    )
    expect(text).toContain(`[{"${LONG_NAME}":"found"}]`)
    expect((await t.app.get(`tables/${name}x`)).status).toBe(404)
    expect((await t.app.get(`query?table=${name}&columns=${name}x`)).status).toBe(400)
  })
})
