/** A caller with too many requests in the queue is refused; others that share its reads are not. */
import { setTimeout as delay } from 'node:timers/promises'
import { withCachedTotals } from '../../src/core/layers/cached-totals'
import { readRequest, type Reader } from '../../src/core/reader'
import { withSharedPages } from '../../src/core/layers/shared-pages'
import { withSharedSnapshots } from '../../src/core/layers/shared-snapshots'
import { BoundedPool } from '../../src/dialect/sessions/bounded-pool'
import { callerOf, setCaller } from '../../src/dialect/sessions/callers'
import { planOfPage, RowsByHand } from '../support/rows-by-hand'
import { unreleasedReads } from '../support/unreleased-reads'
import { waitUntil } from '../support/wait-until'

const rows = new RowsByHand(Array.from({ length: 100 }, (_, index) => index))

const signalOf = (caller: string): AbortSignal => {
  const { signal } = new AbortController()
  setCaller(signal, caller)
  return signal
}

let pool: BoundedPool<object>
/** Ends the statement that keeps the only session busy. */
let end: () => void
beforeEach(async () => {
  pool = new BoundedPool<object>(
    { minIdle: 0, max: 1, maxWaiting: 4, connectTimeout: 5000, idleTimeout: 0 },
    {
      create: () => Promise.resolve({}),
      isAtLimit: () => false,
      isFit: () => true,
      destroy: () => Promise.resolve(),
    },
  )
  const busy = await pool.acquire({ statement: '', caller: 'other' })
  end = () => {
    pool.release(busy, true)
  }
})
afterEach(() => pool.close())

const pooled: Reader = {
  read: async (request, signal) => {
    const session = await pool.acquire({ statement: '', caller: callerOf(signal), signal })
    try {
      return await rows.read(request)
    } finally {
      pool.release(session, true)
    }
  },
}

/** Waits for the session, and gives it back at once. */
async function wait(caller: string): Promise<void> {
  pool.release(await pool.acquire({ statement: '', caller }), true)
}

it('lets a request count that waited for the count of a refused one', async () => {
  const reader = withCachedTotals(pooled, {
    changes: { counter: () => '', snapshotToken: 'token()' },
    waitFor: (work, signal) => pool.waitInQueue(work, callerOf(signal), signal),
  })
  const waiting = [1, 2, 3].map(() => wait('greedy'))
  const greedy = reader.read(readRequest(planOfPage(0)), signalOf('greedy'))
  const refusal = expect(greedy).rejects.toThrow('4 requests wait')
  await delay(0)
  const modest = reader.read(readRequest(planOfPage(10)), signalOf('modest'))
  await refusal
  end()
  expect((await modest).total).toBe(100)
  await Promise.all(waiting)
})

it('runs the next equal read when a caller is refused', async () => {
  const reader = withSharedPages(pooled)
  let refused = 0
  for (let request = 1; request <= 4; request++) {
    reader.read(readRequest(planOfPage(0)), signalOf('greedy')).catch(() => refused++)
    await waitUntil(() => pool.state().waiting === request)
  }
  // It is the next equal read, because four run already.
  const modest = reader.read(readRequest(planOfPage(0)), signalOf('modest'))
  await delay(0)
  const third = wait('third')
  await waitUntil(() => refused > 0)
  end()
  expect((await modest).total).toBe(100)
  await third
})

it('reads the pages of the other callers in a batch whose first caller is refused', async () => {
  const shared = withSharedSnapshots(pooled, {
    withSession: async (work, { sql, signal, isAlreadyWaiting }) => {
      const caller = callerOf(signal)
      const session = await pool.acquire({ statement: sql, caller, signal, isAlreadyWaiting })
      try {
        return await work({ readRows: () => Promise.resolve([]) })
      } finally {
        pool.release(session, true)
      }
    },
    changes: { counter: () => undefined },
    readerOn: () => rows,
    textOf: () => '',
    waitFor: (work, signal) => pool.waitInQueue(work, callerOf(signal), signal),
    now: () => 0,
  })
  const reader = unreleasedReads(shared)
  const read = (offset: number, caller: string): ReturnType<Reader['read']> => {
    const plan = planOfPage(offset)
    const table = { ...plan.table, snapshotLock: '' }
    return reader.read(readRequest({ ...plan, table }), signalOf(caller))
  }
  const waiting = [wait('greedy'), wait('greedy')]
  const greedy = read(0, 'greedy')
  const refusal = expect(greedy).rejects.toThrow('4 requests wait')
  const modest = read(10, 'modest')
  const third = wait('third')
  await refusal
  end()
  expect((await modest).total).toBe(100)
  await Promise.all([...waiting, third])
})
