import { FairQueue } from '../../src/dialect/sessions/fair-queue'

const item = (name: string): { caller: string; name: string } => ({ caller: name.charAt(0), name })

function queueOf(names: readonly string[]): FairQueue<ReturnType<typeof item>> {
  const queue = new FairQueue<ReturnType<typeof item>>()
  for (const name of names) queue.push(item(name))
  return queue
}

function takeAll(queue: FairQueue<ReturnType<typeof item>>): (string | undefined)[] {
  return Array.from({ length: queue.size }, () => queue.take()?.name)
}

it.each([
  { title: 'items of one caller in their order', pushed: ['a1', 'a2', 'a3'], taken: 'a1 a2 a3' },
  {
    title: 'callers in turn',
    pushed: ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'],
    taken: 'a1 b1 c1 a2 c2 a3',
  },
  { title: 'nothing', pushed: [], taken: '' },
])('serves $title', ({ pushed, taken }) => {
  expect(takeAll(queueOf(pushed)).join(' ')).toBe(taken)
})

it('shows the item that is taken next', () => {
  const queue = queueOf(['a1', 'a2', 'b1'])
  queue.take()
  expect(queue.peek()?.name).toBe('b1')
  expect(queue.size).toBe(2)
})

it('removes an item from any place, once', () => {
  const [first, second, third] = [item('a1'), item('a2'), item('b1')]
  const queue = new FairQueue<ReturnType<typeof item>>()
  for (const each of [first, second, third]) queue.push(each)
  queue.delete(second)
  queue.delete(second)
  expect(queue.size).toBe(2)
  expect(takeAll(queue)).toEqual(['a1', 'b1'])
  queue.delete(first)
  expect(queue.size).toBe(0)
})
