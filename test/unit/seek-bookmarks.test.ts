import type { CachedTotal } from '../../src/core/reader'
import { addBookmark, nearestBookmarks, SeekBookmarks } from '../../src/core/layers/seek-bookmarks'
import { planOfPage } from '../support/rows-by-hand'

const MEGABYTE = 1024 * 1024

const cached: CachedTotal = { version: { counter: '', token: '' }, total: 1_000_000 }

it('limits the size of the bookmarks of all orders', () => {
  const bookmarks = new SeekBookmarks(250, () => 0)
  const plans = Array.from({ length: 10 }, (_, index) => ({
    ...planOfPage(5000),
    search: { text: String(index), shapeKey: 'x', conditions: () => [] },
  }))
  for (const plan of plans) {
    const added = bookmarks.forOrder(plan, cached, 0)
    if (!added) throw new Error('no room for bookmarks')
    bookmarks.store(plan, added)
    while (added.keys.length < 1000 && addBookmark(added, ['x'.repeat(16_000)]));
    bookmarks.updateSize(plan, added)
  }
  const sizes = plans.map((plan) => bookmarks.forOrder(plan, cached, 0)?.characters ?? 0)
  expect(Math.max(...sizes)).toBeGreaterThan(15 * MEGABYTE)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(48 * MEGABYTE)
})

it('finds bookmarks at most a step away in an order of several ranges, which read all rows between', () => {
  const bookmarks = new SeekBookmarks(250, () => 0)
  const plan = planOfPage(5000)
  const collected = bookmarks.empty(cached, 0)
  for (let key = 1; key <= 10; key++) addBookmark(collected, [key])
  const nullable = plan.order.map((term) => ({ ...term, key: { ...term.key, isNullable: true } }))
  const offsets = (order: typeof plan.order, offset: number): (number | undefined)[] => {
    const { before, after } = nearestBookmarks(collected, { ...plan, order, offset }, cached.total)
    return [before?.offset, after?.offset]
  }
  expect(offsets(plan.order, 5000)).toEqual([2500, undefined])
  expect(offsets(nullable, 5000)).toEqual([undefined, undefined])
  expect(offsets(nullable, 2600)).toEqual([2500, undefined])
  expect(offsets(nullable, 2400)).toEqual([2250, 2500])
})

it('uses bookmarks of other data only if they may be old, also if the clock stands still', () => {
  const bookmarks = new SeekBookmarks(250, () => 0)
  const plan = planOfPage(5000)
  const collected = bookmarks.empty(cached, 0)
  addBookmark(collected, [1])
  bookmarks.store(plan, collected)
  const changed = { ...cached, version: { ...cached.version, token: 'changed' } }
  expect(bookmarks.forOrder(plan, cached, 0)?.keys).toEqual([[1]])
  expect(bookmarks.forOrder(plan, changed, 0)?.keys).toEqual([])
  expect(bookmarks.forOrder(plan, changed, 1)?.keys).toEqual([[1]])
})
