import { withCachedTotals } from '../../src/core/layers/cached-totals'
import { readRequest, type Reader, type ReadResult } from '../../src/core/reader'
import type { SharedSnapshots } from '../../src/core/layers/shared-snapshots'
import { planOfPage, RowsByHand } from '../support/rows-by-hand'

const hundred = Array.from({ length: 100 }, (_, index) => index)

const waitFor = async (work: Promise<unknown>): Promise<void> => {
  await work
}

function cachedOver(
  rows: RowsByHand,
  counting?: SharedSnapshots,
  counter: () => string | undefined = () => rows.counter(),
): Reader {
  const changes = { counter, snapshotToken: 'version()' }
  return withCachedTotals(rows, {
    ...{ changes, counting },
    waitFor,
  })
}

/** Reads that wait for a session for ever, unless they are released. */
function waitingReads(): { counting: SharedSnapshots; asked: boolean[] } {
  const asked: boolean[] = []
  const ends: (() => void)[] = []
  const counting: SharedSnapshots = {
    read: (_request, _signal, isReleasable) => {
      asked.push(isReleasable)
      return new Promise<ReadResult | undefined>((resolve) => {
        if (!isReleasable) return
        ends.push(() => {
          resolve(undefined)
        })
      })
    },
    release: () => {
      for (const end of ends.splice(0)) end()
    },
  }
  return { counting, asked }
}

const counts = ({ requests }: RowsByHand): boolean[] => requests.map(({ isCounted }) => isCounted)

it('counts once while the data version stays the same', async () => {
  const rows = new RowsByHand(hundred)
  const reader = cachedOver(rows)
  for (const offset of [0, 10, 90]) {
    const { total } = await reader.read(readRequest(planOfPage(offset)))
    expect(total).toBe(100)
  }
  expect(counts(rows)).toEqual([true, false, false])
})

it('counts again after a change', async () => {
  const rows = new RowsByHand(hundred)
  const reader = cachedOver(rows)
  await reader.read(readRequest(planOfPage(0)))
  rows.keys = [...hundred, 100]
  rows.version++
  const { total, rows: page } = await reader.read(readRequest(planOfPage(95)))
  expect([total, page.length]).toEqual([101, 6])
  expect(counts(rows)).toEqual([true, false, true])
})

it('counts in the page statement while the data changes with every read', async () => {
  const rows = new RowsByHand(hundred)
  const reader = cachedOver(rows)
  for (let time = 0; time < 4; time++) {
    await reader.read(readRequest(planOfPage(0)))
    rows.version++
  }
  expect(counts(rows)).toEqual([true, false, true, true, true])
})

it('counts for a page after the last row once the data has changed, which only a refresh may show', async () => {
  const rows = new RowsByHand(hundred)
  let known = 0
  const refresh = (): Promise<void> => {
    known = rows.version
    return Promise.resolve()
  }
  const reader = withCachedTotals(
    {
      read: async (request) => {
        await refresh()
        const result = await rows.read(request)
        return { ...result, version: { counter: String(known), token: '' } }
      },
    },
    { changes: { counter: () => String(known), refresh }, waitFor },
  )
  const totals: number[] = []
  const readAfterLast = async (): Promise<void> => {
    totals.push((await reader.read(readRequest(planOfPage(200)))).total)
  }
  await readAfterLast()
  await readAfterLast()
  expect(rows.requests).toHaveLength(1)
  rows.keys = [...hundred, 100]
  rows.version++
  await readAfterLast()
  expect(totals).toEqual([100, 100, 101])
})

it('counts once for concurrent reads', async () => {
  const rows = new RowsByHand(hundred)
  const reader = cachedOver(rows)
  let openGate = (): void => undefined
  rows.gate = new Promise((resolve) => {
    openGate = resolve
  })
  const pages = [0, 10, 20].map((offset) => reader.read(readRequest(planOfPage(offset))))
  await new Promise(setImmediate)
  openGate()
  expect((await Promise.all(pages)).map(({ total }) => total)).toEqual([100, 100, 100])
  expect(counts(rows)).toEqual([true, false, false])
})

it('reads with a total that is cached while a read waits for a session to count', async () => {
  const rows = new RowsByHand(hundred)
  const { counting, asked } = waitingReads()
  // As soon after the start: nothing proves yet that data is unchanged.
  let isProven = false
  const reader = cachedOver(rows, counting, () => (isProven ? rows.counter() : undefined))
  const waiting = reader.read(readRequest(planOfPage(10)))
  await new Promise(setImmediate)
  isProven = true
  await reader.read(readRequest(planOfPage(0)))
  expect((await waiting).total).toBe(100)
  expect([asked, counts(rows)]).toEqual([[true], [true, false]])
})

it('does not leave the sessions to later reads again if the data has changed', async () => {
  const rows = new RowsByHand(hundred)
  const { counting, asked } = waitingReads()
  let counter: string | undefined
  const release = (key: string): void => {
    counter = undefined
    counting.release(key)
  }
  const reader = cachedOver(rows, { ...counting, release }, () => counter)
  void reader.read(readRequest(planOfPage(10)))
  await new Promise(setImmediate)
  counter = rows.counter()
  await reader.read(readRequest(planOfPage(0)))
  await new Promise(setImmediate)
  expect(asked).toEqual([true, false])
})
