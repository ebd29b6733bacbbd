import { StableCounter } from './stable-counter'

describe('the counter of a server', () => {
  let time = 0
  let counter: StableCounter
  beforeEach(() => {
    time = 5000
    counter = new StableCounter(() => time)
  })

  const recordAt = (at: number, reading: string | undefined): string | undefined => {
    time = at
    counter.record(reading)
    return counter.current()
  }

  it('is unknown before the first reading, and for a second after it', () => {
    expect(counter.current()).toBeUndefined()
    expect(recordAt(5000, 'a 1')).toBeUndefined()
    time = 5999
    expect(counter.current()).toBeUndefined()
    time = 6000
    expect(counter.current()).toEqual(expect.any(String))
  })

  it('stays the same as long as the readings are equal', () => {
    recordAt(0, 'a 1')
    const first = recordAt(1000, 'a 1')
    expect(first).toEqual(expect.any(String))
    expect(recordAt(1_000_000, 'a 1')).toBe(first)
  })

  it('is unknown for a second after a different reading, and then has a new value', () => {
    recordAt(0, 'a 1')
    const first = recordAt(1000, 'a 1')
    expect(recordAt(1001, 'a 2')).toBeUndefined()
    expect(recordAt(2000, 'a 2')).toBeUndefined()
    const second = recordAt(2001, 'a 2')
    expect(second).toEqual(expect.any(String))
    expect(second).not.toBe(first)
  })

  it('has a new value when the readings have changed and changed back', () => {
    recordAt(0, 'a 1')
    const first = recordAt(1000, 'a 1')
    recordAt(1000, 'b 1')
    recordAt(1000, 'a 1')
    expect(recordAt(1999, 'a 1')).toBeUndefined()
    const second = recordAt(2000, 'a 1')
    expect(second).toEqual(expect.any(String))
    expect(second).not.toBe(first)
  })

  it('is unknown after a reading without counters, and for a second after the next one', () => {
    recordAt(0, 'a 1')
    expect(recordAt(1000, undefined)).toBeUndefined()
    expect(recordAt(9000, undefined)).toBeUndefined()
    expect(recordAt(9000, 'a 1')).toBeUndefined()
  })
})
