import { StatementKinds } from '../../src/dialect/sessions/statement-kinds'

function afterDurations(...durations: readonly number[]): string {
  const kinds = new StatementKinds()
  kinds.record(kinds.of('another'), 1)
  const kind = kinds.of('select 1')
  for (const duration of durations) kinds.record(kind, duration)
  return kind.length
}

it.each([
  { durations: [], length: 'unmeasured' },
  { durations: [1], length: 'short' },
  { durations: [49, 49], length: 'short' },
  { durations: [50], length: 'medium' },
  { durations: [499], length: 'medium' },
  { durations: [500], length: 'long' },
  // One slow statement of many fast ones may be due to the server.
  { durations: [1, 1, 1, 400], length: 'short' },
  { durations: [1, 1, 1, 400, 400], length: 'medium' },
  // One fast statement of many slow ones may be the page of a rare search.
  { durations: [800, 800, 800, 1], length: 'long' },
  { durations: [800, 800, 800, 1, 1], length: 'medium' },
  { durations: [800, 800, 800, 1, 1, 1, 1, 1, 1], length: 'short' },
  // Near the limit, a kind keeps its length.
  { durations: [60, 40], length: 'medium' },
])('a kind with the durations $durations is $length', ({ durations, length }) => {
  expect(afterDurations(...durations)).toBe(length)
})

it('has one kind for each text', () => {
  const kinds = new StatementKinds()
  expect(kinds.of('select 1')).toBe(kinds.of('select 1'))
  expect(kinds.of('select 1')).not.toBe(kinds.of('select 2'))
})

it('evicts old kinds, to limit the memory of their texts', () => {
  const kinds = new StatementKinds()
  const kindOf = (number: number): unknown => kinds.of(`select ${number} ${'x'.repeat(100_000)}`)
  const first = kindOf(0)
  expect(kindOf(0)).toBe(first)
  for (let number = 1; number < 50; number++) kindOf(number)
  expect(kindOf(0)).not.toBe(first)
})

it('compares durations with those of the shortest statements, which contain the network latency', () => {
  const kinds = new StatementKinds()
  const [near, far] = [kinds.of('select 1'), kinds.of('select 2')]
  for (let times = 0; times < 10; times++) kinds.record(near, 80)
  kinds.record(far, 700)
  expect([near.length, far.length]).toEqual(['short', 'short'])
  kinds.record(far, 3000)
  expect([near.length, far.length]).toEqual(['short', 'medium'])
})

it('classifies a running statement as long before it ends', () => {
  const kinds = new StatementKinds()
  const kind = kinds.of('select 1')
  kinds.recordRunning(kind, 499)
  expect(kind).toMatchObject({ length: 'unmeasured' })
  kinds.recordRunning(kind, 501)
  expect(kind).toMatchObject({ length: 'long', expected: 501 })
  kinds.recordRunning(kind, 400)
  expect(kind).toMatchObject({ length: 'long', expected: 501 })
})

it('reclassifies a kind while one of its statements runs for longer than expected', () => {
  const kinds = new StatementKinds()
  const kind = kinds.of('select 1')
  kinds.record(kind, 1)
  kinds.recordRunning(kind, 50)
  expect(kind).toMatchObject({ length: 'medium', expected: 50 })
})

it('takes statements on the catalogue for short from the start, and for medium if they take long', () => {
  const kinds = new StatementKinds()
  kinds.record(kinds.of('select 1'), 1)
  const kind = kinds.of('select 2', true)
  expect(kind.length).toBe('short')
  kinds.record(kind, 499)
  expect(kind.length).toBe('short')
  kinds.recordRunning(kind, 3000)
  expect(kind.length).toBe('medium')
  for (let times = 0; times < 5; times++) kinds.record(kind, 1)
  expect(kind.length).toBe('short')
})
