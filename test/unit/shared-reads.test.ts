import { createSharedReads } from '../../src/core/shared-reads'

interface Run {
  readonly signal: AbortSignal | undefined
  readonly end: () => void
  readonly fail: () => void
}

/** Reads that end when told to; each gives its number. */
function readsByHand(mostAtOnce = 1): {
  runs: Run[]
  read: (key: string, signal?: AbortSignal) => Promise<number>
} {
  const share = createSharedReads<number>(mostAtOnce)
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

it('runs some at once, and the next when one of them ends', async () => {
  const { runs, read } = readsByHand(2)
  const answers: Promise<number>[] = []
  for (let asked = 0; asked < 5; asked++) {
    answers.push(read('a'))
    await soon()
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
