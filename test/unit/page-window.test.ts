import { windowFromEnds } from '../../src/core/page-window'

const TOTAL = 100
const LIMIT = 10
const forward = (skip: number): object => ({ isBackward: false, skip, take: LIMIT })
const backward = (skip: number): object => ({ isBackward: true, skip, take: LIMIT })

describe('a page without a bookmark', () => {
  it.each([
    ['the total is current', 40, false, forward(40)],
    ['the total is current and the last row is nearer', 50, false, backward(40)],
    ['the total may be outdated and few rows are skipped', 60, true, forward(60)],
    ['the total may be outdated and more rows are skipped', 61, true, backward(29)],
  ])('is read from the right end if %s', (_case, offset, isOutdated, expected) => {
    const page = { offset, limit: LIMIT, total: TOTAL, isOutdated }
    expect(windowFromEnds(page, 60)).toMatchObject(expected)
  })
})
