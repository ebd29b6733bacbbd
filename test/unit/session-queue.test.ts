import { SessionQueue, type Counts } from '../../src/dialect/sessions/session-queue'
import type { StatementKind } from '../../src/dialect/sessions/statement-kinds'
import { testClock } from '../support/test-clock'

interface Item {
  readonly caller: string
  readonly kind: StatementKind
  readonly since: number
}

const { now, age } = testClock(() => 0)

/** A queue with a kind of each length, and a function that adds a statement. */
function queueFor(sessions: number): {
  queue: SessionQueue<Item>
  kinds: Readonly<Record<'short' | 'unmeasured' | 'long', StatementKind>>
  push: (kind: StatementKind, caller?: string) => Item
} {
  const queue = new SessionQueue<Item>(sessions, now)
  const [short, unmeasured, long] = ['a', 'b', 'c'].map((text) => queue.kinds.of(text))
  if (!short || !unmeasured || !long) throw new Error('three kinds are expected')
  queue.record(short, 1)
  queue.record(long, 1000)
  const push = (kind: StatementKind, caller = ''): Item => {
    const item = { caller, kind, since: now() }
    queue.push(item)
    return item
  }
  return { queue, kinds: { short, unmeasured, long }, push }
}

const running = (counts: Partial<Counts> = {}): Counts => ({
  ...{ short: 0, unmeasured: 0, long: 0 },
  ...counts,
})

describe('room for statements', () => {
  it.each([
    { sessions: 1, long: 1, unmeasured: 1 },
    { sessions: 2, long: 1, unmeasured: 1 },
    { sessions: 3, long: 2, unmeasured: 2 },
    { sessions: 4, long: 2, unmeasured: 3 },
    { sessions: 10, long: 5, unmeasured: 7 },
  ])('of $sessions sessions: $long long, $unmeasured with unmeasured', (row) => {
    const { queue } = queueFor(row.sessions)
    const { long, unmeasured } = row
    expect(queue.hasRoom('long', running({ long: long - 1 }))).toBe(true)
    expect(queue.hasRoom('long', running({ long }))).toBe(false)
    expect(queue.hasRoom('unmeasured', running({ unmeasured: unmeasured - 1 }))).toBe(true)
    expect(queue.hasRoom('unmeasured', running({ unmeasured }))).toBe(false)
    expect(queue.hasRoom('unmeasured', running({ long: 1, unmeasured: unmeasured - 1 }))).toBe(
      false,
    )
    expect(queue.hasRoom('short', running({ long, unmeasured }))).toBe(true)
  })
})

describe('the order', () => {
  it('is short, unmeasured, long', () => {
    const { queue, kinds, push } = queueFor(10)
    const items = [push(kinds.long), push(kinds.unmeasured), push(kinds.short)]
    expect(queue.size).toBe(3)
    expect([queue.take(running()), queue.take(running()), queue.take(running())]).toEqual(
      items.reverse(),
    )
    expect(queue.take(running())).toBeUndefined()
  })

  it('is that of arrival for a long statement that has waited for a second', () => {
    const { queue, kinds, push } = queueFor(10)
    const short = push(kinds.short)
    age(1)
    const long = push(kinds.long)
    age(500)
    const later = push(kinds.short)
    age(400)
    expect(queue.take(running())).toBe(short)
    age(200)
    expect(queue.take(running())).toBe(long)
    expect(queue.take(running())).toBe(later)
  })

  it('leaves out long statements while many run', () => {
    const { queue, kinds, push } = queueFor(4)
    const [long, short] = [push(kinds.long), push(kinds.short)]
    expect(queue.ready(running())).toBe(2)
    expect(queue.ready(running({ long: 2 }))).toBe(1)
    expect(queue.take(running({ long: 2 }))).toBe(short)
    expect(queue.take(running({ long: 2 }))).toBeUndefined()
    expect(queue.take(running({ long: 1 }))).toBe(long)
  })

  it('serves callers in turn', () => {
    const { queue, kinds, push } = queueFor(4)
    const [first, second, other] = [
      push(kinds.long, 'ada'),
      push(kinds.long, 'ada'),
      push(kinds.long, 'ben'),
    ]
    expect([queue.take(running()), queue.take(running()), queue.take(running())]).toEqual([
      first,
      other,
      second,
    ])
  })
})

describe('a kind whose length changes while statements wait', () => {
  it('is long as soon as one of its statements runs for long', () => {
    const { queue, kinds, push } = queueFor(4)
    push(kinds.unmeasured)
    queue.recordRunning(kinds.unmeasured, 1000)
    expect(queue.take(running({ long: 2 }))).toBeUndefined()
    expect(queue.size).toBe(1)
  })

  it('is short when its statements turn out to be', () => {
    const { queue, kinds, push } = queueFor(4)
    const item = push(kinds.unmeasured)
    queue.record(kinds.unmeasured, 2)
    expect(queue.take(running({ long: 2, unmeasured: 1 }))).toBe(item)
  })
})

it('removes statements', () => {
  const { queue, kinds, push } = queueFor(4)
  const [short, long] = [push(kinds.short), push(kinds.long)]
  queue.delete(short)
  expect(queue.clear()).toEqual([long])
  expect(queue.size).toBe(0)
})
