import type { Fixture } from '../../fixtures/fixture-table'
import { describeEachEngine } from '../support/describe-each-engine'
import { documentedTable } from '../support/documented-table'

/** Every character that any case mapping of Unicode touches. */
const LETTERS =
  Array.from({ length: 0x110000 }, (_, code) =>
    code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code),
  )
    .join('')
    .match(/[\p{Changes_When_Casefolded}\p{Changes_When_Casemapped}\p{Cased}]/gu) ?? []

const codeOf = (letter: string): number => letter.codePointAt(0) ?? 0

const fixture: Fixture = {
  tables: [
    {
      name: 'letters',
      columns: [
        { name: 'code', type: { kind: 'integer' } },
        { name: 'letter', type: { kind: 'varchar', length: 2 } },
      ],
      primaryKey: ['code'],
      rows: () => LETTERS.map((letter) => [codeOf(letter), letter]),
    },
  ],
  views: [],
}

describeEachEngine('folding', fixture, (t) => {
  it('finds for every letter what a regular expression with flags iu finds', async () => {
    const text = LETTERS.join('')
    const differences: unknown[] = []
    const waiting = [...LETTERS]
    const compare = async (): Promise<void> => {
      for (let letter = waiting.pop(); letter !== undefined; letter = waiting.pop()) {
        const equal = new Set(text.match(new RegExp(`[${letter}]`, 'giu')))
        const expected = [...equal].map(codeOf).sort((a, b) => a - b)
        const query = `table=letters&columns=code&limit=100&filter=${encodeURIComponent(letter)}`
        const { data } = JSON.parse((await t.app.get(`query?${query}`)).text) as {
          data: { code: number }[]
        }
        const found = data.map(({ code }) => code)
        if (found.join() !== expected.join()) differences.push({ letter, found, expected })
      }
    }
    await Promise.all(Array.from({ length: 4 }, compare))
    const published = documentedTable('Engine', 'Characters').find(
      ([name]) => name === t.engine.name,
    )
    expect(differences).toEqual([])
    expect(published?.[2]).toBe('none')
    // Another version of Unicode has other letters.
    if (process.versions['unicode'] === '17.0') expect(published?.[1]).toBe(String(LETTERS.length))
    else expect(LETTERS.length).toBeGreaterThan(4000)
  }, 300_000)
})
