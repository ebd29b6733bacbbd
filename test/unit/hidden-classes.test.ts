/**
 * Objects of each request have the same hidden class, so that V8 finds their properties without a search.
 * See `readRequest`.
 */
import { setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import { withBookmarks } from '../../src/core/layers/bookmarked-pages'
import { withCachedTotals } from '../../src/core/layers/cached-totals'
import { withDeclaredKeys } from '../../src/core/layers/declared-keys'
import { createReadExecutor } from '../../src/core/read-executor'
import { readRequest, type ReadResult } from '../../src/core/reader'
import type { Statements } from '../../src/core/statements/statement-cache'
import { planOfPage, RowsByHand } from '../support/rows-by-hand'

setFlagsFromString('--allow-natives-syntax')
afterAll(() => {
  setFlagsFromString('--no-allow-natives-syntax')
})
const haveSameClass = runInThisContext('(a, b) => %HaveSameMap(a, b)') as (
  a: object | undefined,
  b: object | undefined,
) => boolean

const VERSION = { counter: '1', token: '' }
const changes = { counter: () => VERSION.counter }
/** V8 copies objects in another way in the first calls of a function, eight in a new process. */
const OFFSETS = Array.from({ length: 20 }, (_, index) => 10 * index)

const OPTIONS = { minStep: 100, maxSkip: 200, now: () => 0 }

it('detects an object with a hidden class of its own', () => {
  const copy = (value: object): object => ({ ...value })
  const [first, second] = OFFSETS.map((a) => copy({ a })).slice(-2)
  expect(haveSameClass(first, second)).toBe(true)
  expect(haveSameClass(first, copy({ b: 1 }))).toBe(false)
})

it('copies requests without new hidden classes', async () => {
  const rows = new RowsByHand(Array.from({ length: 1000 }, (_, index) => index))
  const waitFor = async (work: Promise<unknown>): Promise<void> => void (await work)
  const reader = withCachedTotals(withBookmarks(withDeclaredKeys(rows), OPTIONS), {
    changes: { counter: () => rows.counter() },
    waitFor,
  })
  for (const offset of OFFSETS) {
    await reader.read(readRequest(planOfPage(offset)))
  }
  const [first, second] = rows.requests.slice(-2)
  expect([first?.isCounted, first?.window?.skip]).toEqual([false, 180])
  expect(haveSameClass(first, second)).toBe(true)
})

it('makes results without new hidden classes', async () => {
  const statements: Statements = {
    page: () => ({ sql: '', bindings: [], isWide: false }),
    total: () => ({ sql: '', bindings: [] }),
  }
  const readRows = (): Promise<null[][]> => Promise.resolve([[null, null, null, null]])
  const executor = createReadExecutor({ readRows, changes }, statements)
  const cached = { version: VERSION, total: 1000 }
  const results: ReadResult[] = []
  for (const offset of OFFSETS) {
    const request = { ...readRequest(planOfPage(offset)), cached, isCounted: false }
    results.push(await executor.read(request))
  }
  const [first, second] = results.slice(-2)
  expect(first).toMatchObject({ total: 1000, version: VERSION })
  expect(haveSameClass(first, second)).toBe(true)
})
