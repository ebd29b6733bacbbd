import { usedMemory } from '../support/used-memory'
import { WaitingCallers } from '../../src/dialect/sessions/waiting-callers'

interface Entry {
  readonly caller: string
  readonly name: string
}

const entriesOf = (names: string): Entry[] =>
  names.split(' ').map((name) => ({ caller: name.charAt(0), name }))

it.each([
  { arrive: 'a1 a2 b1', leave: '', most: 'a2' },
  { arrive: 'b1 a1 a2 b2 b3', leave: '', most: 'b3' },
  { arrive: 'a1 a2 a3 b1', leave: 'a3', most: 'a2' },
  { arrive: 'a1 a2 a3 b1', leave: 'a2', most: 'a3' },
  { arrive: 'a1 a2 a3 b1 b2', leave: 'a1 a2', most: 'b2' },
  { arrive: 'a1 a2 a3 b1 b2', leave: 'a1 a2 a3', most: 'b2' },
  { arrive: 'a1', leave: 'a1', most: undefined },
])('after $arrive without $leave, the newest entry of the caller with most is $most', (row) => {
  const callers = new WaitingCallers<Entry>()
  const entries = entriesOf(row.arrive)
  for (const entry of entries) callers.add(entry)
  for (const entry of entries) if (row.leave.includes(entry.name)) callers.delete(entry)
  expect(callers.newestOfLargestCaller()?.name).toBe(row.most)
})

it('counts all entries, and those of a caller', () => {
  const callers = new WaitingCallers<Entry>()
  const entries = entriesOf('a1 a2 b1')
  for (const entry of entries) callers.add(entry)
  expect([callers.size, callers.countOf('a'), callers.countOf('c')]).toEqual([3, 2, 0])
  for (const entry of entries) {
    callers.delete(entry)
    callers.delete(entry)
  }
  expect([callers.size, callers.countOf('a')]).toEqual([0, 0])
})

it('agrees with a plain list after any arrivals and departures', () => {
  const callers = new WaitingCallers<Entry>()
  let list: Entry[] = []
  let seed = 1
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let step = 0; step < 5000; step++) {
    const leaving = list[random(40)]
    if (leaving) {
      callers.delete(leaving)
      list = list.filter((entry) => entry !== leaving)
    } else {
      const entry = { caller: 'abcdef'.charAt(random(6)), name: String(step) }
      callers.add(entry)
      list.push(entry)
    }
    const newest = callers.newestOfLargestCaller()
    const of = (caller?: string): Entry[] => list.filter((entry) => entry.caller === caller)
    const most = Math.max(...list.map(({ caller }) => of(caller).length), 0)
    expect([callers.size, of(newest?.caller).length]).toEqual([list.length, most])
    expect(newest).toBe(of(newest?.caller).at(-1))
  }
})

it('keeps nothing of entries that have left, while a caller always has another one', async () => {
  const callers = new WaitingCallers<Entry>()
  let left: WeakRef<Entry> | undefined
  let before: Entry | undefined
  for (let count = 0; count < 100; count++) {
    const entry = { caller: 'a', name: `a${count}` }
    callers.add(entry)
    if (before) callers.delete(before)
    left ??= new WeakRef(entry)
    before = entry
  }
  await usedMemory()
  expect(left?.deref()).toBeUndefined()
  expect(callers.newestOfLargestCaller()?.name).toBe('a99')
})
