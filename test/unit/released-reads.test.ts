/** Reads that wait for a session while their total becomes cached. */
import { totalKey } from '../../src/core/layers/total-cache'
import { waitUntil } from '../support/wait-until'
import { gate, pagesAfter, requestOf, session, sharedSnapshots } from '../support/shared-snapshots'

it('ends the waits of those that may be released', async () => {
  const { opened, open } = gate()
  const shared = sharedSnapshots(
    pagesAfter(() => undefined),
    {
      withSession: async (work) => {
        await opened
        return work(session)
      },
    },
  )
  const [other, released] = [false, true].map((isReleasable, index) =>
    shared.read(requestOf(10 * index), undefined, isReleasable),
  )
  shared.release(totalKey(requestOf(0).plan))
  expect(await released).toBeUndefined()
  open()
  expect((await other)?.rows).toEqual([[0]])
})

it('leaves the queue for a session if no read is left', async () => {
  let waiting: AbortSignal | undefined
  const shared = sharedSnapshots(
    pagesAfter(() => undefined),
    {
      withSession: (_work, { signal }) => {
        waiting = signal
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            reject(new Error('aborted'))
          })
        })
      },
    },
  )
  const reads = [0, 10].map((offset) => shared.read(requestOf(offset), undefined, true))
  shared.release(totalKey(requestOf(0).plan))
  expect(await Promise.all(reads)).toEqual([undefined, undefined])
  expect(waiting?.aborted).toBe(true)
})

it('goes on with a batch that has its session', async () => {
  const { opened, open } = gate()
  let hasSession = false
  const shared = sharedSnapshots(
    pagesAfter((offset) => {
      hasSession = true
      return offset === 0 ? opened : undefined
    }),
  )
  const reads = [0, 10].map((offset) => shared.read(requestOf(offset), undefined, true))
  await waitUntil(() => hasSession)
  shared.release(totalKey(requestOf(0).plan))
  open()
  expect((await Promise.all(reads)).map((result) => result?.rows)).toEqual([[[0]], [[10]]])
})
