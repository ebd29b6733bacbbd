import fc from 'fast-check'
import { fuzzCase } from './fuzz-case'
import { expectedAnswer } from './reference'

it('asks mostly what has an answer with rows, and sometimes what is wrong', () => {
  const kinds = { rows: 0, found: 0, empty: 0, wrong: 0 }
  for (const { served, requests } of fc.sample(fuzzCase, { numRuns: 300, seed: 1 })) {
    for (const request of requests) {
      const answer = expectedAnswer(request, served, { differences: {}, keylessOrder: 'values' })
      const isSearch = request.some(([name, value]) => name === 'filter' && value !== '')
      if (answer.status !== 200) kinds.wrong++
      else if (answer.text.startsWith('{"data":[]')) kinds.empty++
      else kinds[isSearch ? 'found' : 'rows']++
    }
  }
  const all = kinds.rows + kinds.found + kinds.empty + kinds.wrong
  expect(kinds.rows).toBeGreaterThan(all / 8)
  expect(kinds.found).toBeGreaterThan(all / 8)
  expect(kinds.wrong).toBeGreaterThan(all / 20)
  expect(kinds.wrong).toBeLessThan(all / 4)
})
