import { SessionShares, type Counts } from '../../src/dialect/sessions/session-shares'

const running = (counts: Partial<Counts> = {}): Counts => ({
  ...{ short: 0, medium: 0, unmeasured: 0, long: 0 },
  ...counts,
})

describe('room for statements', () => {
  it.each([
    { sessions: 1, long: 1, medium: 1, unmeasured: 1 },
    { sessions: 2, long: 1, medium: 1, unmeasured: 1 },
    { sessions: 3, long: 1, medium: 2, unmeasured: 2 },
    { sessions: 4, long: 2, medium: 3, unmeasured: 2 },
    { sessions: 10, long: 5, medium: 7, unmeasured: 5 },
  ])('of $sessions sessions: $long long, $medium that are not short', (row) => {
    const shares = new SessionShares(row.sessions)
    for (const length of ['long', 'medium', 'unmeasured'] as const) {
      const limit = row[length]
      expect(shares.hasRoom(length, running({ [length]: limit - 1 }))).toBe(true)
      expect(shares.hasRoom(length, running({ [length]: limit }))).toBe(false)
      expect(shares.hasRoom(length, running({ medium: row.medium }))).toBe(false)
    }
    const many = { long: row.long, medium: row.medium, unmeasured: row.unmeasured }
    expect(shares.hasRoom('short', running(many))).toBe(true)
  })
})

it('has room for medium statements although others have turned out to be long', () => {
  const shares = new SessionShares(10)
  expect(shares.hasRoom('medium', running({ long: 7, medium: 1 }))).toBe(true)
  expect(shares.hasRoom('medium', running({ long: 7, medium: 2 }))).toBe(false)
  expect(shares.hasRoom('unmeasured', running({ long: 7 }))).toBe(false)
  // One session is left for short statements.
  expect(shares.hasRoom('medium', running({ long: 9 }))).toBe(false)
})

it.each([8, 10, 20])('keeps one of %i sessions for medium statements', (sessions) => {
  const shares = new SessionShares(sessions)
  const counts = { medium: 0, unmeasured: 0, long: 0 }
  for (const length of ['long', 'unmeasured'] as const) {
    while (shares.hasRoom(length, running(counts))) counts[length]++
    expect(counts[length]).toBeGreaterThan(0)
  }
  expect(shares.hasRoom('medium', running(counts))).toBe(true)
})

it('knows the long statements above their limit', () => {
  const shares = new SessionShares(10)
  expect(shares.withoutExcess(running({ medium: 1, long: 7 }))).toEqual(
    running({ medium: 1, long: 5 }),
  )
  expect(shares.withoutExcess(running({ long: 4 }))).toEqual(running({ long: 4 }))
})
