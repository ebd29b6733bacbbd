import fc from 'fast-check'
import { effort } from '../support/effort'
import { asDescribed } from './described-table'
import { fuzzCase } from './fuzz-case'
import { rowKeyOf, type FuzzTable } from './random-table'
import { expectedResponse } from './reference'

it('generates mostly requests with rows in the response, and some invalid ones', () => {
  const kinds = { rows: 0, found: 0, empty: 0, invalid: 0 }
  const cases = fc.sample(fuzzCase, { numRuns: 300, seed: 1 })
  for (const { served, requests } of cases.flatMap(({ phases }) => phases)) {
    for (const request of requests) {
      const response = expectedResponse(request, served, {
        differences: {},
        keylessOrder: 'values',
      })
      const isSearch = request.some(([name, value]) => name === 'filter' && value !== '')
      if (response.status !== 200) kinds.invalid++
      else if (response.text.startsWith('{"data":[]')) kinds.empty++
      else kinds[isSearch ? 'found' : 'rows']++
    }
  }
  const all = kinds.rows + kinds.found + kinds.empty + kinds.invalid
  expect(kinds.rows).toBeGreaterThan(all / 8)
  expect(kinds.found).toBeGreaterThan(all / 8)
  expect(kinds.invalid).toBeGreaterThan(all / 20)
  expect(kinds.invalid).toBeLessThan(all / 4)
})

it('generates every kind of change on tables with rows', () => {
  const kinds = new Map<string, number>()
  const cases = fc.sample(fuzzCase, { numRuns: 300, seed: 1 })
  for (const { change, served } of cases.flatMap(({ phases }) => phases)) {
    if (!change || served.rows().length === 0) continue
    kinds.set(change.kind, (kinds.get(change.kind) ?? 0) + 1)
  }
  expect([...kinds.keys()].sort()).toEqual([
    ...['add column', 'delete rows', 'drop column', 'insert rows', 'recreate table'],
    ...['rename column', 'retype column', 'swap tables', 'update rows'],
  ])
  expect(Math.min(...kinds.values())).toBeGreaterThan(10)
})

it('accepts each text as JSON or as a string if its column was described as JSON', () => {
  const id = { name: 'id', type: { kind: 'integer' } } as const
  const table = (kind: 'json' | 'text'): FuzzTable => ({
    ...{ name: 't', primaryKey: ['id'], columns: [id, { name: 'v', type: { kind } }] },
    rows: () => [
      [1, '1'],
      [2, 'no JSON'],
    ],
  })
  const encodings = asDescribed(table('json'), table('text'), {}).map((described) =>
    described.rows().map((row) => described.json('v', row)),
  )
  expect(encodings).toEqual([
    ['"1"', '"no JSON"'],
    ['1', '"no JSON"'],
  ])
})

it('generates no JSON in tables without a row key, because engines order JSON differently', () => {
  const cases = fc.sample(fuzzCase, { numRuns: effort(500, 1500), seed: 3 })
  const unordered = cases
    .flatMap(({ phases }) => phases)
    .filter(({ served }) => rowKeyOf(served).length === 0)
  expect(unordered.length).toBeGreaterThan(effort(100, 300))
  const json = unordered.filter(({ served }) =>
    served.columns.some(({ type }) => type.kind === 'json'),
  )
  expect(json).toEqual([])
})
