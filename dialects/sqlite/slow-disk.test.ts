import { SlowDisk } from './slow-disk'

let time = 0
let waits = 1
const disk = (): SlowDisk =>
  new SlowDisk(
    () => time,
    () => waits,
  )

const slowRead = (): string => {
  time += 20
  return 'rows'
}

beforeEach(() => {
  time = 0
  waits = 1
})

it('pauses after slow reads that wait, in proportion to their duration', () => {
  const slow = disk()
  for (let count = 0; count < 2; count++) {
    expect(slow.isPausing).toBe(false)
    slow.during(() => {
      waits++
      time += 20
    })
  }
  time += 1999
  expect(slow.isPausing).toBe(true)
  time += 1
  expect(slow.isPausing).toBe(false)
})

it('does not pause after reads that are slow because the processor was busy', () => {
  const busy = disk()
  for (let count = 0; count < 5; count++) expect(busy.during(slowRead)).toBe('rows')
  expect(busy.isPausing).toBe(false)
})

it('pauses after slow reads on systems that do not count waits', () => {
  waits = 0
  const uncounted = disk()
  uncounted.during(slowRead)
  uncounted.during(slowRead)
  expect(uncounted.isPausing).toBe(true)
})

it('does not pause after short reads that wait', () => {
  const fast = disk()
  for (let count = 0; count < 5; count++) fast.during(() => waits++)
  expect(fast.isPausing).toBe(false)
})

it('pauses after a slow read that fails', () => {
  const failing = disk()
  const read = (): never => {
    waits++
    slowRead()
    throw new Error('disk I/O error')
  }
  expect(() => failing.during(read)).toThrow('disk I/O error')
  expect(() => failing.during(read)).toThrow('disk I/O error')
  expect(failing.isPausing).toBe(true)
})
