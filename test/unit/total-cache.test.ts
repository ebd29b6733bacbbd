import type { CachedTotal } from '../../src/core/reader'
import { TotalCache } from '../../src/core/layers/total-cache'

const counted = (total: number): CachedTotal => ({ total, version: { counter: '1', token: '' } })

it('keeps the totals whose keys take 16 MiB, the last used ones', () => {
  const totals = new TotalCache()
  // A key of long search terms, which takes half a mebibyte.
  const key = (number: number): string => `${number} `.padEnd(256 * 1024)
  for (let number = 0; number < 40; number++) {
    totals.set(key(number), counted(number))
    totals.get(key(0))
  }
  const kept = Array.from({ length: 40 }, (_, number) => number).filter((number) =>
    totals.get(key(number)),
  )
  expect(kept).toEqual([0, ...Array.from({ length: 30 }, (_, index) => index + 10)])
})

it('keeps 10,000 totals', () => {
  const totals = new TotalCache()
  for (let number = 0; number <= 10_000; number++) totals.set(String(number), counted(number))
  expect(totals.get('0')).toBeUndefined()
  expect(totals.get('1')?.total).toBe(1)
})
