/** Compares docs/reference/conformance.md with the checks, and the checks with the contract and docs/reference/behaviour.md. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { conformanceDocument } from '../../scripts/conformance-document/conformance-document'
import { CHECKS, CONTRACT, UNCHECKED } from '../../src/conformance'

const read = (name: string): string =>
  readFileSync(path.join(__dirname, '../../docs/reference', name), 'utf8')

it('docs/reference/conformance.md is up to date: `npm run docs:conformance` writes it', () => {
  expect(read('conformance.md')).toBe(conformanceDocument())
})

it.each(CONTRACT.map(({ number }) => number))(
  'sentence %s has a check, or a reason why there is none',
  (number) => {
    const checks = CHECKS.filter(
      ({ level, sentences }) =>
        level !== 'sameness' && sentences.some((sentence) => sentence.number === number),
    )
    expect(checks.length > 0).not.toBe(Object.hasOwn(UNCHECKED, number))
  },
)

it.each(CHECKS.map((check) => [check.id, check] as const))('%s quotes sentences', (_, check) => {
  const { level, sentences } = check
  expect(sentences.length).toBeGreaterThan(0)
  if (level !== 'sameness') {
    expect(CONTRACT).toEqual(expect.arrayContaining([...sentences]))
    return
  }
  for (const { number, quote } of sentences) {
    const [, section = ''] = read('behaviour.md').split(`\n## ${number}\n`)
    expect(section.split('\n## ')[0]).toContain(quote)
  }
})

it('every check has an id of its own', () => {
  const ids = CHECKS.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
