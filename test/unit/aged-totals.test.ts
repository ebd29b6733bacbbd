import { withAgedTotals } from '../../src/core/layers/aged-totals'
import { withBookmarks } from '../../src/core/layers/bookmarked-pages'
import { withCachedTotals } from '../../src/core/layers/cached-totals'
import { readRequest, type Reader } from '../../src/core/reader'
import { planOfPage, RowsByHand } from '../support/rows-by-hand'

const MAX_AGE = 1000

let time = 0
const now = (): number => time

const waitFor = async (work: Promise<unknown>): Promise<void> => {
  await work
}

function agedOver(rows: Reader): Reader {
  const pages = withBookmarks(rows, { minStep: 100, maxSkip: 200, now })
  const exact = withCachedTotals(pages, {
    changes: { counter: () => 'one session', snapshotToken: 'version()' },
    waitFor,
  })
  return withAgedTotals(exact, pages, { maxAge: MAX_AGE, waitFor, now })
}

const hundred = Array.from({ length: 100 }, (_, index) => index)
const counts = ({ requests }: RowsByHand): number =>
  requests.filter(({ isCounted }) => isCounted).length

/** Waits until all promises that need no further event are settled. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
}

it('lets no request wait for many counts, even if each takes longer than the maximum age', async () => {
  const rows = new RowsByHand(hundred)
  const reader = agedOver(rows)
  let ended = 0
  let openGate = (): void => undefined
  const close = (): void => {
    rows.gate = new Promise((resolve) => {
      openGate = resolve
    })
  }
  close()
  const pages = Array.from({ length: 20 }, async (_, page) => {
    const { age } = await reader.read(readRequest(planOfPage(page)))
    ended++
    return age
  })
  let rounds = 0
  for (; ended < pages.length && rounds < 20; rounds++) {
    await turns()
    time += MAX_AGE + 1
    rows.version++
    openGate()
    close()
    await turns()
  }
  expect(rounds).toBeLessThan(6)
  expect(await Promise.all(pages)).toEqual(pages.map(() => 0))
})

it('returns the age of the total at the end of a slow read, and counts if it is too old by then', async () => {
  const rows = new RowsByHand(hundred)
  let wait = 0
  const slow: Reader = {
    read: async (request) => {
      const result = await rows.read(request)
      time += wait
      return result
    },
  }
  const reader = agedOver(slow)
  await reader.read(readRequest(planOfPage(0)))
  rows.version++
  rows.keys = [...hundred, 100]
  wait = 400
  expect(await reader.read(readRequest(planOfPage(0)))).toMatchObject({ total: 100, age: 400 })
  wait = 700
  expect(await reader.read(readRequest(planOfPage(0)))).toMatchObject({ total: 101, age: 0 })
  expect(counts(rows)).toBe(2)
})

it('returns no age of a total that is that of the data', async () => {
  const reader = agedOver(new RowsByHand(hundred))
  await reader.read(readRequest(planOfPage(0)))
  time += 400
  expect(await reader.read(readRequest(planOfPage(0)))).toMatchObject({ total: 100, age: 0 })
})

it.each([
  [0, 500, 0],
  [0, 501, 1],
  [400, 200, 0],
  [400, 201, 1],
])(
  'after a count of %i ms, a read of a total of %i ms starts %i counts',
  async (duration, age, started) => {
    const rows = new RowsByHand(hundred)
    let wait = duration
    const reader = agedOver({
      read: async (request) => {
        const result = await rows.read(request)
        time += wait
        return result
      },
    })
    const startedAt = time
    await reader.read(readRequest(planOfPage(0)))
    wait = 0
    rows.version++
    time = startedAt + age
    await reader.read(readRequest(planOfPage(0)))
    await turns()
    expect(counts(rows)).toBe(1 + started)
  },
)

it('keeps the newer of two totals, whichever count ends first', async () => {
  const rows = new RowsByHand(hundred)
  const reader = agedOver(rows)
  const countAfterChange = (): Promise<{ total: number }> => {
    rows.version++
    rows.keys = [...rows.keys, rows.keys.length]
    time++
    // A page beyond the last row is always counted.
    return reader.read(readRequest(planOfPage(200)))
  }
  // While the data changes all the time, no count waits for another one.
  for (let times = 0; times < 3; times++) await countAfterChange()
  let openGate = (): void => undefined
  rows.gate = new Promise((resolve) => {
    openGate = resolve
  })
  const older = countAfterChange()
  await turns()
  rows.gate = Promise.resolve()
  expect((await countAfterChange()).total).toBe(105)
  openGate()
  expect((await older).total).toBe(104)
  expect((await reader.read(readRequest(planOfPage(0)))).total).toBe(105)
})
