import { QueueLimit, type RefusableEntry } from '../../src/dialect/sessions/queue-limit'
import { OverloadedError } from '../../src/dialect/sessions/session-errors'

/** A limit that requests of these callers have reached, and the names of the requests that it refuses. */
function reachedBy(callers: readonly string[]): { limit: QueueLimit; refused: string[] } {
  const limit = new QueueLimit(callers.length)
  const refused: string[] = []
  callers.forEach((caller, number) => {
    const entry: RefusableEntry = {
      caller,
      refuse: (error) => {
        expect(error).toBeInstanceOf(OverloadedError)
        refused.push(`${caller}${number}`)
        limit.delete(entry)
      },
    }
    limit.add(entry)
  })
  return { limit, refused }
}

it.each([
  { waiting: ['a', 'a', 'a', 'b'], next: 'b', refused: ['a2'] },
  { waiting: ['b', 'a', 'a', 'a'], next: 'c', refused: ['a3'] },
  { waiting: ['a', 'a', 'b'], next: 'c', refused: ['a1'] },
])('makes room for $next among $waiting: refuses $refused', ({ waiting, next, refused }) => {
  const reached = reachedBy(waiting)
  expect(reached.limit.isReached(0)).toBe(true)
  reached.limit.requireRoom(next, 0)
  expect(reached.refused).toEqual(refused)
  expect(reached.limit.isReached(0)).toBe(false)
})

it.each([
  { waiting: ['a', 'a', 'b'], next: 'a' },
  // With the next request, `b` would have as many as `a` has now.
  { waiting: ['a', 'a', 'b'], next: 'b' },
  { waiting: ['a', 'b', 'c'], next: 'd' },
  { waiting: [], next: 'a' },
])('refuses $next itself among $waiting', ({ waiting, next }) => {
  const reached = reachedBy(waiting)
  expect(() => {
    reached.limit.requireRoom(next, 0)
  }).toThrow(OverloadedError)
  expect(reached.refused).toEqual([])
})

it('does not count requests that wait for a session to be opened', () => {
  const { limit, refused } = reachedBy(['a', 'a', 'a'])
  expect(limit.isReached(1)).toBe(false)
  limit.requireRoom('b', 1)
  expect(refused).toEqual([])
  expect([limit.isUsed(2), limit.isUsed(3)]).toEqual([true, false])
})

it('counts running work, and can refuse it', async () => {
  const limit = new QueueLimit(2)
  await limit.during('a', Promise.resolve())
  expect(limit.isUsed(0)).toBe(false)
  const never = new Promise(() => undefined)
  const first = limit.during('a', never)
  const second = limit.during('a', never)
  expect(limit.isReached(0)).toBe(true)
  limit.requireRoom('b', 0)
  await expect(second).rejects.toBeInstanceOf(OverloadedError)
  limit.requireRoom('b', 0)
  expect(limit.isUsed(0)).toBe(true)
  void first
})
