/** Concurrent reads of a table share a session and a count. */
import { setTimeout as delay } from 'node:timers/promises'
import { TableChangedError } from '../../src/dialect/table-changed'
import { unlessAborted } from '../../src/unless-aborted'
import {
  gate,
  pagesAfter,
  requestOf,
  session,
  sharedReader,
  TOTAL,
} from '../support/shared-snapshots'

const COUNT = { sql: 'select count(*)', bindings: [] }

it('reads the other pages on another session while one takes long', async () => {
  const { opened, open } = gate()
  let sessions = 0
  const reader = sharedReader(
    pagesAfter((offset) => (offset === 10 ? opened : undefined)),
    {
      withSession: async (work) => {
        sessions++
        await new Promise(setImmediate)
        return work(session)
      },
    },
  )
  const [first, second, third, fourth] = [0, 10, 20, 30].map((offset) =>
    reader.read(requestOf(offset)),
  )
  expect(await Promise.all([first, third, fourth])).toEqual(
    [0, 20, 30].map((offset) => ({ rows: [[offset]], total: TOTAL, version: undefined })),
  )
  expect(sessions).toBe(2)
  open()
  expect((await second)?.rows).toEqual([[10]])
})

it('cancels the slow page if its client leaves after that', async () => {
  const { opened, open } = gate()
  const signals: (AbortSignal | undefined)[] = []
  const reader = sharedReader(
    pagesAfter((offset) => (offset === 10 ? opened : undefined)),
    {
      withSession: async (work, { signal }) => {
        signals.push(signal)
        await new Promise(setImmediate)
        return work(session)
      },
    },
  )
  const controller = new AbortController()
  const reason = new Error('left')
  const first = reader.read(requestOf(0))
  const second = reader.read(requestOf(10), controller.signal)
  const third = reader.read(requestOf(20))
  await first
  controller.abort(reason)
  await expect(second).rejects.toBe(reason)
  // On another session.
  await third
  expect(signals.map((signal) => signal?.reason as unknown)).toEqual([reason, undefined])
  open()
})

it('serves the reads that have waited longest first', async () => {
  const CLIENTS = 30
  let free: Promise<unknown> = Promise.resolve()
  const reader = sharedReader(
    pagesAfter(() => delay(20)),
    {
      withSession: (work) => {
        const result = free.then(() => work(session))
        free = result.catch(() => undefined)
        return result
      },
    },
  )
  const served = new Map<number, number>()
  // Fewer pages than clients have a place in a batch, whose duration is limited.
  const read = async (client: number): Promise<void> => {
    while ([...served.values()].reduce((sum, count) => sum + count, 0) < 2 * CLIENTS) {
      await reader.read(requestOf(client))
      served.set(client, (served.get(client) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => read(client)))
  expect(Math.max(...served.values())).toBeLessThanOrEqual(5)
})

it('reads again, by itself, if the session is lost between two statements', async () => {
  const statements = [() => Promise.resolve([]), () => Promise.reject(new Error('lost'))]
  const result = { rows: [], total: 0 }
  const reader = sharedReader(
    { read: () => Promise.resolve(result) },
    {
      withSession: (work) =>
        work({ readRows: () => statements.shift()?.() ?? Promise.resolve([]) }),
      readerOn: ({ readRows }) => ({
        read: async () => {
          for (let statement = 0; statement < 2; statement++) await readRows(COUNT)
          throw new Error('the second statement has not failed')
        },
      }),
    },
  )
  expect(await reader.read(requestOf(0))).toEqual(result)
  expect(statements).toEqual([])
})

it('rejects all reads of a table that has changed, of which only one has the cause', async () => {
  const cause = new Error('no such column')
  let statements = 0
  const reader = sharedReader(
    pagesAfter(() => {
      statements++
      throw new TableChangedError({ cause })
    }),
  )
  const reads = [0, 10, 20].map((offset) => reader.read(requestOf(offset)))
  const errors = await Promise.all(reads.map((read) => read.catch((error: unknown) => error)))
  expect(errors.every((error) => error instanceof TableChangedError)).toBe(true)
  expect(errors.map((error) => (error as Error).cause)).toEqual([cause, undefined, undefined])
  expect(statements).toBe(1)
})

it('does not give a read the cause from the statement of a client that has left', async () => {
  const { opened, open } = gate()
  const reader = sharedReader(
    pagesAfter(async (offset) => {
      if (offset !== 10) return
      await opened
      throw new TableChangedError({ cause: new Error('no such column') })
    }),
    { now: () => 0 },
  )
  const controller = new AbortController()
  const first = reader.read(requestOf(0))
  const second = reader.read(requestOf(10), controller.signal)
  const third = reader.read(requestOf(20)).catch((error: unknown) => error)
  await first
  controller.abort(new Error('left'))
  await expect(second).rejects.toThrow('left')
  open()
  expect(await third).toEqual(new TableChangedError())
  expect(((await third) as Error).cause).toBeUndefined()
})

it('gives no version to a total whose own statement has begun after a change', async () => {
  let counter = '1'
  const reader = sharedReader(
    {
      read: () => {
        // The page has no rows, so another statement reads the total, in the same snapshot.
        counter = '2'
        return Promise.resolve({ rows: [], total: 3, version: { counter, token: '' } })
      },
    },
    { changes: { counter: () => counter } },
  )
  const results = await Promise.all([10, 20].map((offset) => reader.read(requestOf(offset))))
  expect(results).toEqual(Array(2).fill({ rows: [], total: 3, version: undefined }))
})

it('goes on for the others when a client leaves while the batch waits for a session', async () => {
  const { opened, open } = gate()
  const reader = sharedReader(
    pagesAfter(() => undefined),
    {
      waitFor: (work, signal) =>
        unlessAborted(
          signal,
          work.then(() => undefined),
        ),
      withSession: async (work, { signal }) => {
        await unlessAborted(signal, opened)
        return work(session)
      },
    },
  )
  const leaving = new AbortController()
  const reads = Promise.allSettled([
    reader.read(requestOf(0)),
    reader.read(requestOf(10), leaving.signal),
    reader.read(requestOf(20)),
  ])
  await new Promise(setImmediate)
  leaving.abort(new Error('left'))
  await new Promise(setImmediate)
  open()
  expect((await reads).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
