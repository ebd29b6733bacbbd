/** How far a standby is behind. */
import { ReplicaLag } from '../../src/dialect/sessions/replica-lag'

let now = 0
beforeEach(() => {
  now = 0
})

function recorded(...positions: readonly number[]): ReplicaLag {
  const lag = new ReplicaLag(() => now)
  for (const position of positions) {
    lag.recordPrimary(position)
    now += 1000
  }
  return lag
}

it('is unknown without a position of the primary', () => {
  expect(recorded().of(1)).toBeUndefined()
})

it('is the time since the primary was ahead of its position', () => {
  const lag = recorded(10, 20, 30)
  expect([30, 20, 19, 10].map((position) => lag.of(position))).toEqual([0, 1000, 2000, 2000])
})

it('is what the standby reports if the last position of the primary is old', () => {
  const lag = recorded(10)
  now += 5000
  expect([lag.of(10), lag.of(10, 7)]).toEqual([undefined, 7])
})

it('is at least the time for which positions are stored, for an older position', () => {
  const lag = recorded(...Array.from({ length: 1000 }, (_, index) => 10 * index))
  expect(lag.of(5, 1)).toBe(600_000)
  expect(lag.of(5, 3_600_000)).toBe(3_600_000)
  expect(lag.of(9975, 3_600_000)).toBe(2000)
})

it('is unknown for an older position, if the standby does not report it', () => {
  expect(recorded(10, 20).of(5)).toBeUndefined()
})

it('forgets the positions of another primary', () => {
  const lag = recorded(10, 20, 15)
  expect(lag.of(15)).toBe(0)
})

it('knows the lag of five minutes also if the primary reports its position very often', () => {
  const lag = new ReplicaLag(() => now)
  for (; now <= 300_000; now += 10) lag.recordPrimary(now)
  expect(lag.of(100_200)).toBeGreaterThan(199_000)
  expect(lag.of(100_200)).toBeLessThan(200_000)
})
