import { createSharedReads, type SharedReadsOptions } from '../../src/core/layers/shared-pages'
import { callerOf, setCaller } from '../../src/dialect/sessions/callers'

interface Run {
  readonly signal: AbortSignal | undefined
  readonly end: () => void
  readonly fail: () => void
}

/** Reads that the test ends; the result of each is its number. */
function manualReads(options: SharedReadsOptions = {}): {
  runs: Run[]
  read: (key: string, signal?: AbortSignal) => Promise<number>
} {
  const share = createSharedReads<number>({ maxAtOnce: 1, ...options })
  const runs: Run[] = []
  const run = (signal?: AbortSignal): Promise<number> =>
    new Promise((resolve, reject) => {
      const number = runs.length
      const fail = (): void => {
        reject(new Error(`read ${number}`))
      }
      signal?.addEventListener('abort', fail)
      runs.push({
        signal,
        fail,
        end: () => {
          resolve(number)
        },
      })
    })
  return { runs, read: (key, signal) => share(key, signal, run) }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

afterEach(() => {
  jest.useRealTimers()
})

it('does not share a read with a request that arrives after its start', async () => {
  const { runs, read } = manualReads()
  const first = read('a')
  await nextTurn()
  const later = [read('a'), read('a'), read('a')]
  await nextTurn()
  expect(runs).toHaveLength(1)
  runs[0]?.end()
  expect(await first).toBe(0)
  await nextTurn()
  const last = read('a')
  runs[1]?.end()
  expect(await Promise.all(later)).toEqual([1, 1, 1])
  await nextTurn()
  runs[2]?.end()
  expect(await last).toBe(2)
})

it('shares a read among requests of the same turn of the event loop', async () => {
  const { runs, read } = manualReads({ maxAtOnce: 4 })
  const responses = [read('a')]
  await Promise.resolve()
  responses.push(read('a'), read('a'))
  await nextTurn()
  expect(runs).toHaveLength(1)
  runs[0]?.end()
  expect(await Promise.all(responses)).toEqual([0, 0, 0])
})

it('delays the next read while one runs, even if more may run at once', async () => {
  const { runs, read } = manualReads({ maxAtOnce: 4, maxDelay: 60_000 })
  const first = read('a')
  await nextTurn()
  const later = [read('a'), read('a')]
  await nextTurn()
  expect(runs).toHaveLength(1)
  runs[0]?.end()
  expect(await first).toBe(0)
  await nextTurn()
  expect(runs).toHaveLength(2)
  runs[1]?.end()
  expect(await Promise.all(later)).toEqual([1, 1])
})

it('starts the next read after `maxDelay` milliseconds, even if one runs', async () => {
  const { runs, read } = manualReads({ maxAtOnce: 4, maxDelay: 20 })
  const first = read('a')
  await nextTurn()
  const began = performance.now()
  const second = read('a')
  while (runs.length < 2) await nextTurn()
  // Timers may fire a part of a millisecond early.
  expect(performance.now() - began).toBeGreaterThanOrEqual(19)
  for (const { end } of runs) end()
  expect(await Promise.all([first, second])).toEqual([0, 1])
})

it('runs several reads at once, and the next when one of them ends', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] })
  const { runs, read } = manualReads({ maxAtOnce: 2, maxDelay: 10 })
  const responses: Promise<number>[] = []
  for (let started = 0; started < 5; started++) {
    responses.push(read('a'))
    await nextTurn()
    await jest.advanceTimersByTimeAsync(20)
  }
  expect(runs).toHaveLength(2)
  runs[1]?.end()
  await nextTurn()
  expect(runs).toHaveLength(3)
  runs[0]?.end()
  runs[2]?.end()
  expect(await Promise.all(responses)).toEqual([0, 1, 2, 2, 2])
})

it('does not share reads of different keys', async () => {
  const { runs, read } = manualReads()
  const responses = [read('a'), read('b')]
  await nextTurn()
  expect(runs).toHaveLength(2)
  for (const { end } of runs) end()
  expect(await Promise.all(responses)).toEqual([0, 1])
})

it('runs the next read after one that fails', async () => {
  const { runs, read } = manualReads()
  const first = read('a')
  await nextTurn()
  const second = read('a')
  runs[0]?.fail()
  await expect(first).rejects.toThrow('read 0')
  await nextTurn()
  runs[1]?.end()
  expect(await second).toBe(1)
})

it('aborts a read when the last waiting request is aborted, not before', async () => {
  const { runs, read } = manualReads()
  const [one, other] = [new AbortController(), new AbortController()]
  const responses = [read('a', one.signal), read('a', other.signal)]
  await nextTurn()
  one.abort(new Error('aborted'))
  await expect(responses[0]).rejects.toThrow('aborted')
  expect(runs[0]?.signal?.aborted).toBe(false)
  other.abort(new Error('also aborted'))
  await expect(responses[1]).rejects.toThrow('also aborted')
  expect(runs[0]?.signal?.aborted).toBe(true)
})

it('does not start a read whose requests were all aborted before its start', async () => {
  const { runs, read } = manualReads()
  const first = read('a')
  await nextTurn()
  const aborting = new AbortController()
  const second = read('a', aborting.signal)
  aborting.abort(new Error('aborted'))
  await expect(second).rejects.toThrow('aborted')
  runs[0]?.end()
  await first
  await nextTurn()
  expect(runs).toHaveLength(1)
  await expect(read('a', aborting.signal)).rejects.toThrow('aborted')
})

it('runs a read for the remaining request when another one is aborted', async () => {
  const { runs, read } = manualReads()
  const first = read('a')
  await nextTurn()
  const aborting = new AbortController()
  const aborted = read('a', aborting.signal)
  aborting.abort(new Error('aborted'))
  const remaining = read('a', new AbortController().signal)
  await expect(aborted).rejects.toThrow('aborted')
  runs[0]?.end()
  expect(await first).toBe(0)
  await nextTurn()
  runs[1]?.end()
  expect(await remaining).toBe(1)
})

it('fails the waiting requests along with the running read on a common failure', async () => {
  const failures: unknown[] = []
  const { runs, read } = manualReads({
    isCommonFailure: (error) => {
      failures.push(error)
      return true
    },
  })
  const first = read('a')
  await nextTurn()
  const second = read('a')
  await nextTurn()
  runs[0]?.fail()
  await expect(first).rejects.toThrow('read 0')
  await expect(second).rejects.toThrow('read 0')
  expect(failures).toHaveLength(1)
  // A later request starts a new read.
  const third = read('a')
  await nextTurn()
  expect(runs).toHaveLength(2)
  runs[1]?.end()
  expect(await third).toBe(1)
})

it('reads again for other callers if a failure concerns only the caller that the read is for', async () => {
  const { runs, read } = manualReads({ isFailureOfCaller: () => true })
  const of = (caller: string): AbortController => {
    const controller = new AbortController()
    setCaller(controller.signal, caller)
    return controller
  }
  const leaving = of('c')
  const ada = [read('a', of('ada').signal), read('a', of('ada').signal)]
  const others = [read('a', of('bob').signal), read('a', of('bob').signal)]
  const last = read('a', of('eve').signal)
  const left = read('a', leaving.signal)
  await nextTurn()
  expect(runs).toHaveLength(1)
  runs[0]?.fail()
  for (const refused of ada) await expect(refused).rejects.toThrow('read 0')
  leaving.abort()
  await expect(left).rejects.toThrow('aborted')
  expect(runs).toHaveLength(2)
  expect(runs[1]?.signal?.aborted).toBe(false)
  expect(callerOf(runs[1]?.signal)).toBe('bob')
  runs[1]?.fail()
  for (const refused of others) await expect(refused).rejects.toThrow('read 1')
  expect(callerOf(runs[2]?.signal)).toBe('eve')
  runs[2]?.end()
  expect(await last).toBe(2)
  // The key is free again.
  const later = read('a')
  await nextTurn()
  runs[3]?.end()
  expect(await later).toBe(3)
})
