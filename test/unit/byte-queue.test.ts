import { ByteQueue, type WaitingBytes } from '../../src/http/memory/byte-queue'

const item = (since: number, bytes = 10): WaitingBytes => ({ since, bytes })

function queueOf(items: readonly WaitingBytes[]): ByteQueue<WaitingBytes> {
  const queue = new ByteQueue<WaitingBytes>()
  for (const each of items) queue.add(each)
  return queue
}

/** The times since when the admitted items have waited, in the order of admission. */
function admitted(queue: ByteQueue<WaitingBytes>, bytes = Infinity, overdue = -1): number[] {
  const all: number[] = []
  let free = bytes
  const take = (taken: WaitingBytes): void => {
    free -= taken.bytes
    all.push(taken.since)
  }
  queue.admit(() => free, take, overdue)
  return all
}

it('admits the longest wait first', () => {
  const queue = queueOf([item(3), item(1), item(2), item(5), item(4)])
  expect(admitted(queue, 25)).toEqual([1, 2])
  expect(admitted(queue)).toEqual([3, 4, 5])
  expect([queue.size, admitted(queue)]).toEqual([0, []])
})

it('removes an item from any place, once', () => {
  const items = [1, 2, 3, 4].map((since) => item(since))
  const [first, second, , last] = items
  const queue = queueOf(items)
  for (const each of [second, second, first, last]) if (each) queue.delete(each)
  expect([queue.size, items.map((each) => queue.has(each))]).toEqual([
    1,
    [false, false, true, false],
  ])
  queue.add(item(0))
  queue.add(item(9))
  expect(admitted(queue)).toEqual([0, 3, 9])
})

it('lets smaller items overtake, but not an overdue one', () => {
  const sizes = [item(1, 10), item(2, 50), item(3, 10), item(4, 60), item(5, 10)]
  expect(admitted(queueOf(sizes), 30, 2)).toEqual([1, 3, 5])
  expect(admitted(queueOf(sizes), 30, 3)).toEqual([1])
  expect(admitted(queueOf(sizes), 60, 3)).toEqual([1, 2])
})

it('admits the smallest remaining item after a smaller one is removed', () => {
  const [small, large] = [item(1, 10), item(2, 50)]
  const queue = queueOf([small, large])
  expect(admitted(queue, 9)).toEqual([])
  queue.delete(small)
  for (const free of [20, 49]) expect(admitted(queue, free)).toEqual([])
  queue.add(item(3, 30))
  expect(admitted(queue, 30)).toEqual([3])
  expect(admitted(queue, 50)).toEqual([2])
})
