import { SessionQueue } from '../../src/dialect/sessions/session-queue'
import type { Counts } from '../../src/dialect/sessions/session-shares'
import type { StatementKind, StatementLength } from '../../src/dialect/sessions/statement-kinds'
import { testClock } from '../support/test-clock'

interface Item {
  readonly caller: string
  readonly kind: StatementKind
  readonly since: number
}

const { now, advance } = testClock(() => 0)

/** A queue with a kind of each length, and a function that adds a statement. */
function queueFor(sessions: number): {
  queue: SessionQueue<Item>
  kinds: Readonly<Record<StatementLength, StatementKind>>
  push: (kind: StatementKind, caller?: string) => Item
} {
  const queue = new SessionQueue<Item>(sessions, now)
  const measured = (text: string, duration: number): StatementKind => {
    const kind = queue.kinds.of(text)
    queue.record(kind, duration)
    return kind
  }
  const kinds = {
    short: measured('a', 1),
    medium: measured('b', 100),
    unmeasured: queue.kinds.of('c'),
    long: measured('d', 1000),
  }
  const push = (kind: StatementKind, caller = ''): Item => {
    const item = { caller, kind, since: now() }
    queue.push(item)
    return item
  }
  return { queue, kinds, push }
}

const running = (counts: Partial<Counts> = {}): Counts => ({
  ...{ short: 0, medium: 0, unmeasured: 0, long: 0 },
  ...counts,
})

describe('the order', () => {
  it('is short, medium, unmeasured, long', () => {
    const { queue, kinds, push } = queueFor(10)
    const { long, unmeasured, medium, short } = kinds
    const items = [long, unmeasured, medium, short].map((kind) => push(kind))
    expect(queue.size).toBe(4)
    expect(items.map(() => queue.take(running()))).toEqual(items.reverse())
    expect(queue.take(running())).toBeUndefined()
  })

  it('is that of arrival for a long statement that has waited for 100 ms', () => {
    const { queue, kinds, push } = queueFor(10)
    const short = push(kinds.short)
    advance(1)
    const long = push(kinds.long)
    advance(50)
    const later = push(kinds.short)
    advance(40)
    expect(queue.take(running())).toBe(short)
    advance(20)
    expect(queue.take(running())).toBe(long)
    expect(queue.take(running())).toBe(later)
  })

  it('takes turns with longer statements that have waited for 100 ms', () => {
    const { queue, kinds, push } = queueFor(10)
    const [first, second] = [push(kinds.long), push(kinds.long)]
    advance(1)
    const third = push(kinds.unmeasured)
    advance(200)
    const [medium, short] = [push(kinds.medium), push(kinds.short)]
    const order = [first, third, short, second, medium]
    expect(order.map(() => queue.take(running()))).toEqual(order)
  })

  it('gives medium statements a turn although there are always short ones', () => {
    const { queue, kinds, push } = queueFor(10)
    for (let number = 0; number < 10; number++) push(kinds.long)
    advance(1)
    const medium = push(kinds.medium)
    advance(200)
    const taken = [1, 2, 3].map(() => {
      push(kinds.short)
      return queue.take(running())
    })
    expect(taken).toContain(medium)
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

describe('the excess of long statements', () => {
  it('is above their limit, and not more than the statements that wait because of them', () => {
    const { queue, kinds, push } = queueFor(10)
    push(kinds.long)
    push(kinds.short)
    expect(queue.excess(running({ long: 7 }))).toBe(0)
    push(kinds.unmeasured)
    expect(queue.excess(running({ long: 5 }))).toBe(0)
    expect(queue.excess(running({ long: 7 }))).toBe(1)
    push(kinds.unmeasured)
    push(kinds.unmeasured)
    expect(queue.excess(running({ long: 7 }))).toBe(2)
  })

  it('is none if statements wait because of others', () => {
    const { queue, kinds, push } = queueFor(10)
    push(kinds.unmeasured)
    expect(queue.excess(running({ unmeasured: 5 }))).toBe(0)
    expect(queue.excess(running({ medium: 7, long: 1 }))).toBe(0)
  })
})

describe('a kind whose length changes while statements wait', () => {
  it('is long as soon as one of its statements runs for long', () => {
    const { queue, kinds, push } = queueFor(4)
    const item = push(kinds.unmeasured)
    expect(queue.ready(running({ unmeasured: 2 }))).toBe(0)
    queue.recordRunning(kinds.unmeasured, 1000)
    expect(queue.take(running({ long: 2 }))).toBeUndefined()
    expect(queue.take(running({ long: 1 }))).toBe(item)
  })

  it('is measured again if none of its statements has run for a second', () => {
    const { queue, kinds, push } = queueFor(4)
    const item = push(kinds.long)
    advance(1500)
    queue.forgetIdle((kind) => kind === kinds.long)
    expect(queue.take(running({ long: 2 }))).toBeUndefined()
    advance(100)
    queue.forgetIdle(() => false)
    expect(kinds.long).toMatchObject({ length: 'unmeasured', expected: undefined })
    expect(queue.take(running({ long: 2 }))).toBe(item)
  })

  it('is measured again behind waiting statements of a kind that runs', () => {
    const { queue, kinds, push } = queueFor(4)
    const other = queue.kinds.of('e')
    queue.record(other, 1000)
    push(kinds.long)
    const item = push(other)
    advance(1500)
    queue.forgetIdle((kind) => kind === kinds.long)
    expect(queue.take(running({ long: 2 }))).toBe(item)
  })

  it('is measured again after twice the time if it was long again', () => {
    const { queue, kinds, push } = queueFor(4)
    const isMeasuredAgain = (): boolean => {
      queue.forgetIdle(() => false)
      const isForgotten = kinds.long.length === 'unmeasured'
      if (isForgotten) queue.recordRunning(kinds.long, 1000)
      return isForgotten
    }
    push(kinds.long)
    const times: number[] = []
    for (let time = 100; time <= 8000; time += 100) {
      advance(100)
      if (isMeasuredAgain()) times.push(time)
    }
    expect(times).toEqual([1000, 2000, 4000, 8000])
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
