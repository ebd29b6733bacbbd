import { setImmediate as nextTurn } from 'node:timers/promises'
import { TimeSlices } from '../../src/http/time-slices'

/** Milliseconds of a step; a slice of 10 ms has three. */
const STEP = 4
const STEPS_OF_SLICE = 3

/** Work that adds its name to the list with each step. */
function* work(name: string, steps: number, done: string[]): Generator<undefined, string> {
  for (let step = 0; step < steps; step++) {
    time += STEP
    done.push(name)
    yield
  }
  return name
}

let time = 0
let slices: TimeSlices
let done: string[]
beforeEach(() => {
  slices = new TimeSlices(() => time)
  done = []
})

const namesOf = (count: number): string[] => Array.from({ length: count }, (_, n) => `work ${n}`)

const stepsOf = (name: string): number => done.filter((step) => step === name).length

it('completes short work at once', () => {
  expect(slices.run(work('a', 1, done))).toBe('a')
})

it('lets others run between the slices of long work', async () => {
  const result = slices.run(work('a', 10, done))
  let turns = 0
  while (stepsOf('a') < 10) {
    expect(stepsOf('a')).toBeLessThanOrEqual(++turns * STEPS_OF_SLICE)
    await nextTurn()
  }
  await expect(result).resolves.toBe('a')
})

it('begins each work at once, and then continues only the oldest in each turn', async () => {
  const results = ['a', 'b', 'c'].map((name) => slices.run(work(name, 8, done)))
  expect([...new Set(done)]).toEqual(['a', 'b', 'c'])
  const began = done.length
  let before = began
  while (done.length < 24) {
    await nextTurn()
    expect(done.length - before).toBeLessThanOrEqual(STEPS_OF_SLICE)
    before = done.length
  }
  expect(done.slice(began)).toEqual(done.slice(began).sort())
  for (const result of results) expect(['a', 'b', 'c']).toContain(await result)
})

it('gives the oldest of many a slice at once, which is longer the more there are', () => {
  const names = namesOf(6)
  for (const name of names) void slices.run(work(name, 100, done))
  // 10 ms for itself, then 30, 60 and 90 ms, in steps of 4 ms.
  expect(stepsOf('work 0')).toBe(3 + 8 + 15 + 23)
  for (const name of names.slice(1)) expect(stepsOf(name)).toBe(STEPS_OF_SLICE)
})

it('completes the oldest of too many', async () => {
  const names = namesOf(11)
  const results = names.map((name) => slices.run(work(name, 1000, done)))
  expect(stepsOf('work 0')).toBe(1000)
  for (const name of names.slice(1)) expect(stepsOf(name)).toBe(STEPS_OF_SLICE)
  for (const result of results) expect(names).toContain(await result)
})

it('rejects with the error of a step, and continues the others', async () => {
  function* failing(): Generator<undefined, string> {
    yield* work('a', 5, done)
    throw new Error('too large')
  }
  const failed = slices.run(failing())
  const other = slices.run(work('b', 5, done))
  await expect(failed).rejects.toThrow('too large')
  await expect(other).resolves.toBe('b')
})
