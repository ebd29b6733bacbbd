import type { Fixture } from '../../fixtures/fixture-table'
import { describeEachEngine } from '../support/describe-each-engine'
import { documentedTable } from '../support/documented-table'
import { isStress } from '../support/effort'

/** Every character that any case mapping of Unicode touches. */
const LETTERS =
  Array.from({ length: 0x110000 }, (_, code) =>
    code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code),
  )
    .join('')
    .match(/[\p{Changes_When_Casefolded}\p{Changes_When_Casemapped}\p{Cased}]/gu) ?? []

/** Letters to search for: each that is equal to more than one other, and a part of the rest. */
function* searched(): Iterable<readonly [letter: string, equal: ReadonlySet<string>]> {
  const text = LETTERS.join('')
  for (const [index, letter] of LETTERS.entries()) {
    const equal = new Set(text.match(new RegExp(`[${letter}]`, 'giu')))
    if (isStress || equal.size > 2 || index % 8 === 0) yield [letter, equal]
  }
}

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

/** Computed once for all engines. */
let known: (readonly [letter: string, equal: ReadonlySet<string>])[] | undefined

describeEachEngine('folding', fixture, (t) => {
  it('finds for a letter what a regular expression with flags iu finds', async () => {
    const differences: unknown[] = []
    const waiting = (known ??= [...searched()])[Symbol.iterator]()
    const compare = async (): Promise<void> => {
      for (const [letter, equal] of waiting) {
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
