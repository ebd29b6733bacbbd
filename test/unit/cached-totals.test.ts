import { withCachedTotals } from '../../src/core/cached-totals'
import type { Reader } from '../../src/core/reader'
import { planOfPage, RowsByHand } from '../support/rows-by-hand'

const hundred = Array.from({ length: 100 }, (_, index) => index)

function cachedOver(rows: RowsByHand): Reader {
  const changes = { counter: () => rows.counter(), snapshotToken: 'version()' }
  return withCachedTotals(rows, {
    changes,
    waitFor: async (work) => {
      await work
    },
  })
}

const counts = ({ requests }: RowsByHand): boolean[] =>
  requests.map(({ isCounted = true }) => isCounted)

it('counts once while the data version stays the same', async () => {
  const rows = new RowsByHand(hundred)
  const reader = cachedOver(rows)
  for (const offset of [0, 10, 90]) {
    const { total } = await reader.read({ plan: planOfPage(offset) })
    expect(total).toBe(100)
  }
  expect(counts(rows)).toEqual([true, false, false])
})

it('counts again after a change', async () => {
  const rows = new RowsByHand(hundred)
  const reader = cachedOver(rows)
  await reader.read({ plan: planOfPage(0) })
  rows.keys = [...hundred, 100]
  rows.version++
  const { total, rows: page } = await reader.read({ plan: planOfPage(95) })
  expect([total, page.length]).toEqual([101, 6])
  expect(counts(rows)).toEqual([true, false, true])
})

it('counts in the page statement while the data changes with every read', async () => {
  const rows = new RowsByHand(hundred)
  const reader = cachedOver(rows)
  for (let time = 0; time < 4; time++) {
    await reader.read({ plan: planOfPage(0) })
    rows.version++
  }
  expect(counts(rows)).toEqual([true, false, true, true, true])
})

it('counts once for concurrent reads', async () => {
  const rows = new RowsByHand(hundred)
  const reader = cachedOver(rows)
  let openGate = (): void => undefined
  rows.gate = new Promise((resolve) => {
    openGate = resolve
  })
  const pages = [0, 10, 20].map((offset) => reader.read({ plan: planOfPage(offset) }))
  await new Promise(setImmediate)
  openGate()
  expect((await Promise.all(pages)).map(({ total }) => total)).toEqual([100, 100, 100])
  expect(counts(rows)).toEqual([true, false, false])
})

it('returns the given reader if the database has no data version', () => {
  const rows = new RowsByHand(hundred)
  const waitFor = (): Promise<void> => Promise.resolve()
  expect(withCachedTotals(rows, { changes: undefined, waitFor })).toBe(rows)
})
