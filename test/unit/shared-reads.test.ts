import { createSharedReads, type SharedReadsOptions } from '../../src/core/shared-reads'

interface Run {
  readonly signal: AbortSignal | undefined
  readonly end: () => void
  readonly fail: () => void
}

/** Reads that end when told to; each gives its number. */
function readsByHand(options: SharedReadsOptions = {}): {
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

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('gives no read to who came after it began', async () => {
  const { runs, read } = readsByHand()
  const first = read('a')
  await soon()
  const later = [read('a'), read('a'), read('a')]
  await soon()
  expect(runs).toHaveLength(1)
  runs[0]?.end()
  expect(await first).toBe(0)
  await soon()
  const last = read('a')
  runs[1]?.end()
  expect(await Promise.all(later)).toEqual([1, 1, 1])
  await soon()
  runs[2]?.end()
  expect(await last).toBe(2)
})

it('is given to all who come in the same turn of the event loop', async () => {
  const { runs, read } = readsByHand({ maxAtOnce: 4 })
  const answers = [read('a')]
  await Promise.resolve()
  answers.push(read('a'), read('a'))
  await soon()
  expect(runs).toHaveLength(1)
  runs[0]?.end()
  expect(await Promise.all(answers)).toEqual([0, 0, 0])
})

it('waits a moment for a running one to end, whatever may run at once', async () => {
  const { runs, read } = readsByHand({ maxAtOnce: 4, patience: 60_000 })
  const first = read('a')
  await soon()
  const later = [read('a'), read('a')]
  await soon()
  expect(runs).toHaveLength(1)
  runs[0]?.end()
  expect(await first).toBe(0)
  await soon()
  expect(runs).toHaveLength(2)
  runs[1]?.end()
  expect(await Promise.all(later)).toEqual([1, 1])
})

it('does not wait for long', async () => {
  const { runs, read } = readsByHand({ maxAtOnce: 4, patience: 20 })
  const first = read('a')
  await soon()
  const asked = performance.now()
  const second = read('a')
  while (runs.length < 2) await soon()
  // Timers may fire a part of a millisecond early.
  expect(performance.now() - asked).toBeGreaterThanOrEqual(19)
  for (const { end } of runs) end()
  expect(await Promise.all([first, second])).toEqual([0, 1])
})

it('runs some at once, and the next when one of them ends', async () => {
  const { runs, read } = readsByHand({ maxAtOnce: 2, patience: 0 })
  const answers: Promise<number>[] = []
  for (let asked = 0; asked < 5; asked++) {
    answers.push(read('a'))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect(runs).toHaveLength(2)
  runs[1]?.end()
  await soon()
  expect(runs).toHaveLength(3)
  runs[0]?.end()
  runs[2]?.end()
  expect(await Promise.all(answers)).toEqual([0, 1, 2, 2, 2])
})

it('keeps other reads apart', async () => {
  const { runs, read } = readsByHand()
  const answers = [read('a'), read('b')]
  await soon()
  expect(runs).toHaveLength(2)
  for (const { end } of runs) end()
  expect(await Promise.all(answers)).toEqual([0, 1])
})

it('runs the next after one that failed', async () => {
  const { runs, read } = readsByHand()
  const first = read('a')
  await soon()
  const second = read('a')
  runs[0]?.fail()
  await expect(first).rejects.toThrow('read 0')
  await soon()
  runs[1]?.end()
  expect(await second).toBe(1)
})

it('is stopped when the last of those who wait has left, and not before', async () => {
  const { runs, read } = readsByHand()
  const [one, other] = [new AbortController(), new AbortController()]
  const answers = [read('a', one.signal), read('a', other.signal)]
  await soon()
  one.abort(new Error('left'))
  await expect(answers[0]).rejects.toThrow('left')
  expect(runs[0]?.signal?.aborted).toBe(false)
  other.abort(new Error('left too'))
  await expect(answers[1]).rejects.toThrow('left too')
  expect(runs[0]?.signal?.aborted).toBe(true)
})

it('does not begin for those who left while they waited', async () => {
  const { runs, read } = readsByHand()
  const first = read('a')
  await soon()
  const leaving = new AbortController()
  const second = read('a', leaving.signal)
  leaving.abort(new Error('left'))
  await expect(second).rejects.toThrow('left')
  runs[0]?.end()
  await first
  await soon()
  expect(runs).toHaveLength(1)
  await expect(read('a', leaving.signal)).rejects.toThrow('left')
})

it('is not taken from those who came by those who left', async () => {
  const { runs, read } = readsByHand()
  const first = read('a')
  await soon()
  const leaving = new AbortController()
  const left = read('a', leaving.signal)
  leaving.abort(new Error('left'))
  const stayed = read('a', new AbortController().signal)
  await expect(left).rejects.toThrow('left')
  runs[0]?.end()
  expect(await first).toBe(0)
  await soon()
  runs[1]?.end()
  expect(await stayed).toBe(1)
})

it('fails along with a running one by what would fail any other', async () => {
  const failures: unknown[] = []
  const { runs, read } = readsByHand({
    isCommonFailure: (error) => {
      failures.push(error)
      return true
    },
  })
  const first = read('a')
  await soon()
  const second = read('a')
  await soon()
  runs[0]?.fail()
  await expect(first).rejects.toThrow('read 0')
  await expect(second).rejects.toThrow('read 0')
  expect(failures).toHaveLength(1)
  // One that comes later begins anew.
  const third = read('a')
  await soon()
  expect(runs).toHaveLength(2)
  runs[1]?.end()
  expect(await third).toBe(1)
})
