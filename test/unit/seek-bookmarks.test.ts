import type { CachedTotal } from '../../src/core/reader'
import { addBookmark, SeekBookmarks } from '../../src/core/seek-bookmarks'
import { planOfPage } from '../support/rows-by-hand'

const MEGABYTE = 1024 * 1024

const cached: CachedTotal = { version: { counter: '', token: '' }, total: 1_000_000 }

it('limits the size of the bookmarks of all orders', () => {
  const bookmarks = new SeekBookmarks(250, () => 0)
  const plans = Array.from({ length: 10 }, (_, index) => ({
    ...planOfPage(5000),
    search: [{ sql: 'x', bindings: [String(index)] }],
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
