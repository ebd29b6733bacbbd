/** The number of waiting requests, while requests wait together for a count. */
import type { SharedSnapshots } from '../../src/core/layers/shared-snapshots'
import { totalKey } from '../../src/core/layers/total-cache'
import { BoundedPool } from '../../src/dialect/sessions/bounded-pool'
import { pagesAfter, requestOf, session, sharedSnapshots, TOTAL } from '../support/shared-snapshots'

let pool: BoundedPool<object>
/** Ends the statement that keeps the only session busy. */
let end: () => void
let shared: SharedSnapshots
beforeEach(async () => {
  pool = new BoundedPool<object>(
    { minIdle: 0, max: 1, maxWaiting: 10, connectTimeout: 5000, idleTimeout: 0 },
    {
      create: () => Promise.resolve({}),
      isAtLimit: () => false,
      isFit: () => true,
      destroy: () => Promise.resolve(),
    },
  )
  const busy = await pool.acquire({ statement: '', caller: '' })
  end = () => {
    pool.release(busy, true)
  }
  shared = sharedSnapshots(
    pagesAfter(() => undefined),
    {
      withSession: async (work, { sql, ...request }) => {
        const lent = await pool.acquire({ statement: sql, caller: '', ...request })
        try {
          return await work(session)
        } finally {
          pool.release(lent, true)
        }
      },
      waitFor: (work, signal) => pool.waitInQueue(work, '', signal),
    },
  )
})
afterEach(() => {
  end()
  return pool.close()
})

const waiting = (): number => pool.state().waiting

it.each([0, 1, 2])('is one less when the client of request %i disconnects', async (leaving) => {
  const clients = [0, 10, 20].map((offset) => {
    const controller = new AbortController()
    return { controller, read: shared.read(requestOf(offset), controller.signal, false) }
  })
  const results = Promise.allSettled(clients.map(({ read }) => read))
  expect(waiting()).toBe(3)
  clients[leaving]?.controller.abort(new Error('left'))
  await new Promise(setImmediate)
  expect(waiting()).toBe(2)
  const [other] = clients.filter((_client, index) => index !== leaving)
  other?.controller.abort(new Error('left'))
  await new Promise(setImmediate)
  expect(waiting()).toBe(1)
  end()
  const totals = (await results).map((result) => result.status === 'fulfilled' && result.value)
  expect(totals.filter((value) => value !== false)).toMatchObject([{ total: TOTAL }])
  expect(waiting()).toBe(0)
})

it('is one less when the first request gets the total of another', async () => {
  const [first, ...others] = [true, false, false].map((isReleasable, index) =>
    shared.read(requestOf(10 * index), undefined, isReleasable),
  )
  expect(waiting()).toBe(3)
  shared.release(totalKey(requestOf(0).plan))
  expect(await first).toBeUndefined()
  expect(waiting()).toBe(2)
  end()
  expect(await Promise.all(others)).toMatchObject([{ total: TOTAL }, { total: TOTAL }])
  expect(waiting()).toBe(0)
})
