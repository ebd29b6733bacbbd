import { SharedCounts } from '../../src/core/layers/shared-counts'
import { QueueFullError } from '../../src/dialect/sessions/session-errors'

it('refuses a request that the queue has no room for, while an aborted count ends', async () => {
  const counts = new SharedCounts(() => Promise.reject(new QueueFullError('the queue is full')))
  const count = counts.run('rows', AbortSignal.abort(), () => new Promise(() => undefined))
  void count.catch(() => undefined)
  // Another wait for the same count would be refused too, and so on for ever, without a turn of the event loop.
  await expect(counts.wait('rows', undefined)).rejects.toThrow(QueueFullError)
})

it('lets a request wait for the next count after one that was aborted', async () => {
  const counts = new SharedCounts(async (work) => {
    await work
  })
  const signal = AbortSignal.abort()
  const count = counts.run('rows', signal, () => Promise.reject(new Error('cancelled')))
  void count.catch(() => undefined)
  expect(await counts.wait('rows', undefined)).toBe(true)
})
