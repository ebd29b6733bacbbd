import type { Fixture } from '../../fixtures/fixture-table'
import { describeEachEngine } from '../support/describe-each-engine'
import { documentedTable } from '../support/documented-table'
import { effort } from '../support/effort'

/** Every character with a case mapping in Unicode. */
const LETTERS =
  Array.from({ length: 0x110000 }, (_, code) =>
    code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code),
  )
    .join('')
    .match(/[\p{Changes_When_Casefolded}\p{Changes_When_Casemapped}\p{Cased}]/gu) ?? []

/** One of so many letters is searched for. */
const STEP = effort(3, 1)

/** The same for letters with at most two forms; a multiple of `STEP`. */
const LONE_STEP = effort(43 * STEP, 1)

/** Letters to search for, with their variants. */
function* searchLetters(): Iterable<readonly [letter: string, variants: ReadonlySet<string>]> {
  const text = LETTERS.join('')
  for (const [index, letter] of LETTERS.entries()) {
    if (index % STEP !== 0) continue
    const variants = new Set(text.match(new RegExp(`[${letter}]`, 'giu')))
    if (variants.size > 2 || index % LONE_STEP === 0) yield [letter, variants]
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
let known: (readonly [letter: string, variants: ReadonlySet<string>])[] | undefined

describeEachEngine('case folding', fixture, (t) => {
  it('matches the same letters as a regular expression with the flags i and u', async () => {
    const differences: unknown[] = []
    const waiting = (known ??= [...searchLetters()])[Symbol.iterator]()
    const compare = async (): Promise<void> => {
      for (const [letter, variants] of waiting) {
        const expected = [...variants].map(codeOf).sort((a, b) => a - b)
        const query = `table=letters&columns=code&limit=100&filter=${encodeURIComponent(letter)}`
        const { data } = JSON.parse((await t.app.get(`query?${query}`)).text) as {
          data: { code: number }[]
        }
        const found = data.map(({ code }) => code)
        if (found.join() !== expected.join()) differences.push({ letter, found, expected })
      }
    }
    await Promise.all(Array.from({ length: 4 }, compare))
    const documented = documentedTable('Engine', 'Characters').find(
      ([name]) => name === t.engine.name,
    )
    expect(differences).toEqual([])
    expect(documented?.[2]).toBe('none')
    // Other versions of Unicode have other letters.
    if (process.versions['unicode'] === '17.0') expect(documented?.[1]).toBe(String(LETTERS.length))
    else expect(LETTERS.length).toBeGreaterThan(4000)
  }, 300_000)
})
