import { withBookmarks } from '../../src/core/layers/bookmarked-pages'
import {
  readRequest,
  type CachedTotal,
  type PagePlan,
  type ReadRequest,
  type ReadResult,
} from '../../src/core/reader'
import { KEY, planOfPage, RowsByHand } from '../support/rows-by-hand'

const KEYS = Array.from({ length: 10_000 }, (_, index) => 3 * index)
const CACHED: CachedTotal = { version: { counter: 'one session', token: '0' }, total: KEYS.length }
const OPTIONS = { minStep: 100, maxSkip: 200, now: () => 0 }

const expected = (offset: number): number[][] => KEYS.slice(offset, offset + 10).map((key) => [key])

/** Reads pages; after each, waits for a turn of the event loop without a background read. */
async function pages(
  rows: RowsByHand,
  offsets: readonly number[],
): Promise<{ results: ReadResult[]; skipped: number[] }> {
  const reader = withBookmarks(rows, OPTIONS)
  const results: ReadResult[] = []
  const skipped: number[] = []
  for (const offset of offsets) {
    const request: ReadRequest = {
      ...readRequest(planOfPage(offset)),
      cached: CACHED,
      isCounted: false,
    }
    const before = rows.requests.length
    results.push(await reader.read(request))
    skipped.push(rows.requests[before]?.window?.skip ?? 0)
    for (let seen = -1; seen !== rows.requests.length;) {
      seen = rows.requests.length
      await new Promise(setImmediate)
    }
  }
  return { results, skipped }
}

it('reads pages from the nearest bookmark, after a deep page has collected them', async () => {
  const offsets = [5000, 5000, 4321, 9990, 7, 2380]
  const { results, skipped } = await pages(new RowsByHand(KEYS), offsets)
  expect(results.map(({ rows }) => rows)).toEqual(offsets.map(expected))
  expect(skipped).toEqual([4990, 0, 21, 0, 7, 10])
})

it('reads up to the bookmark on the other side of the page', async () => {
  const rows = new RowsByHand(KEYS)
  await pages(rows, [5000, 4321, 4375])
  const ends = rows.requests
    .slice(-2)
    .map(({ window }) => [window?.from?.offset, window?.to?.offset])
  expect(ends).toEqual([
    [4300, 4400],
    [4400, 4300],
  ])
})

it('uses no bookmark for a page near the start or the end', async () => {
  const rows = new RowsByHand(KEYS)
  await pages(rows, [0, 150, 9900])
  expect(rows.requests.map(({ window }) => window?.from)).toEqual([undefined, undefined, undefined])
})

it('passes requests that count on unchanged', async () => {
  const rows = new RowsByHand(KEYS)
  const request = { ...readRequest(planOfPage(5000)), cached: CACHED }
  await withBookmarks(rows, OPTIONS).read(request)
  expect(rows.requests).toEqual([request])
})

it('stops collecting when the data changes', async () => {
  const rows = new RowsByHand(KEYS)
  const reader = withBookmarks(rows, OPTIONS)
  await reader.read({ ...readRequest(planOfPage(5000)), cached: CACHED, isCounted: false })
  rows.version++
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
  expect(rows.requests.length).toBeLessThan(5)
})

it('returns no page with a version from bookmarks that another server has read', async () => {
  const rows = new RowsByHand(KEYS)
  const reader = withBookmarks(rows, OPTIONS)
  const plan = planOfPage(5050)
  const request: ReadRequest = {
    ...readRequest(plan),
    cached: CACHED,
    isCounted: false,
    maxAge: 1000,
  }
  await reader.read(request)
  // Another server executes the statements in the background. It has more rows, and other versions.
  rows.keys = [...KEYS, 3001, 3002, 3004].sort((a, b) => a - b)
  rows.version = 1
  for (let seen = -1; seen !== rows.requests.length;) {
    seen = rows.requests.length
    await new Promise(setImmediate)
  }
  rows.keys = KEYS
  rows.version = 0
  const { version, age } = await reader.read(request)
  expect([version, age]).toEqual([undefined, 0])
})

it('returns no page with a version from bookmarks that become too old during the read', async () => {
  const rows = new RowsByHand(KEYS)
  let time = 0
  const now = (): number => (time === 1000 ? time++ : time)
  const reader = withBookmarks(rows, { ...OPTIONS, now })
  const request = {
    ...readRequest(planOfPage(5050)),
    cached: CACHED,
    isCounted: false,
    maxAge: 1000,
  }
  await reader.read(request)
  for (let seen = -1; seen !== rows.requests.length;) {
    seen = rows.requests.length
    await new Promise(setImmediate)
  }
  rows.keys = [1, 2, ...KEYS]
  rows.version = 1
  time = 1000
  const cached = { version: { ...CACHED.version, token: '1' }, total: rows.keys.length }
  const { version, age } = await reader.read({ ...request, cached })
  expect([version, age]).toEqual([undefined, 1001])
})

/**
 * Reads a deep page several times, and waits after each until nothing is read in the background.
 * @returns the number of reads in the background, after each page
 */
async function deepPages(
  plan: PagePlan,
  rows: RowsByHand,
  count: number,
  now: () => number,
): Promise<number[]> {
  const reader = withBookmarks(rows, { ...OPTIONS, now })
  const collecting: number[] = []
  for (let page = 0; page < count; page++) {
    const before = rows.requests.length + 1
    await reader.read({ ...readRequest(plan), cached: CACHED, isCounted: false })
    for (let seen = -1; seen !== rows.requests.length;) {
      seen = rows.requests.length
      await new Promise(setImmediate)
    }
    collecting.push(rows.requests.length - before)
  }
  return collecting
}

/** A clock that moves by these milliseconds with each read. */
const clockOf =
  (rows: RowsByHand, duration: number): (() => number) =>
  () =>
    rows.requests.length * duration

it('collects many bookmarks with one statement', async () => {
  const rows = new RowsByHand(KEYS)
  expect(await deepPages(planOfPage(5000), rows, 2, () => 0)).toEqual([2, 0])
  expect(rows.requests[2]?.window).toMatchObject({ take: 80, step: 100, skip: 0 })
})

/** A plan whose order has several ranges after each row. */
function planOfRanges(): PagePlan {
  const order: PagePlan['order'] = [
    { key: KEY, direction: 'asc' },
    { key: { ...KEY, sql: 'b' }, direction: 'desc' },
  ]
  return { ...planOfPage(5000), order }
}

it('collects one bookmark with each statement if the order has several ranges', async () => {
  const plan = planOfRanges()
  expect(await deepPages(plan, new RowsByHand(KEYS), 2, () => 0)).toEqual([99, 0])
})

it('stops collecting after two seconds, and goes on after the next deep page', async () => {
  const plan = planOfRanges()
  const rows = new RowsByHand(KEYS)
  expect(await deepPages(plan, rows, 3, clockOf(rows, 50))).toEqual([40, 40, 0])
})

it('collects no more bookmarks if all of them would take over a minute', async () => {
  const plan = planOfRanges()
  const rows = new RowsByHand(KEYS)
  expect(await deepPages(plan, rows, 3, clockOf(rows, 1000))).toEqual([2, 0, 0])
})

it('collects no more bookmarks after a statement that has failed late', async () => {
  const rows = new RowsByHand(KEYS)
  const read = rows.read.bind(rows)
  rows.read = async (request) => {
    const result = await read(request)
    if (request.window?.step !== undefined) throw new Error('timeout')
    return result
  }
  expect(await deepPages(planOfPage(5000), rows, 3, clockOf(rows, 30_000))).toEqual([1, 0, 0])
})
