/** Searches for long texts. Matching one takes time for each of its characters at each place of a text. */
import { median } from '../support/median'
import { describeEachDialect } from '../support/describe-each-engine'

const ROWS = 20_000

/** Fewer characters than the longest search term. */
const MAX_LENGTH = 200

/** Its simple case folding is k, which has one byte in UTF-8 instead of three. */
const KELVIN = '\u212a'

const runs = {
  tables: [
    {
      name: 'runs',
      columns: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'text', type: { kind: 'text' } },
      ],
      primaryKey: ['id'],
      rows: () =>
        Array.from({ length: ROWS }, (_, id) => [id, 'k'.repeat(id % (MAX_LENGTH + 1))] as const),
    },
  ],
  views: [],
} as const

describeEachDialect('a search for a long text', runs, (t) => {
  const totalOf = async (filter: string): Promise<unknown> => {
    const { text } = await t.app.get(
      `query?table=runs&limit=1&filter=${encodeURIComponent(filter)}`,
    )
    return (JSON.parse(text) as { pagination: { total: unknown } }).pagination.total
  }

  it.each([1, 15, 16, 100, MAX_LENGTH])(
    'finds the texts of at least %i equal characters, although they have fewer bytes',
    async (length) => {
      const { rows } = runs.tables[0]
      const expected = rows().filter(([, text]) => text.length >= length).length
      expect(await totalOf(KELVIN.repeat(length))).toBe(expected)
    },
  )

  it('takes about as long as for a short text, if all texts are shorter', async () => {
    const times: Record<'one' | 'many', number[]> = { one: [], many: [] }
    const timeOf = async (filter: string): Promise<number> => {
      const began = performance.now()
      await totalOf(filter)
      return performance.now() - began
    }
    for (let turn = 0; turn < 5; turn++) {
      // Other texts each time, because totals are cached.
      times.one.push(await timeOf('kK'.charAt(turn % 2) + 'k'.repeat(turn)))
      times.many.push(await timeOf('k'.repeat(1000 - turn)))
    }
    expect(median(times.many)).toBeLessThan(10 * median(times.one))
  })
})
