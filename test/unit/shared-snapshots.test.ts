import type { LentSession } from '../../src/dialect/lent-session'
import type { Reader, ReadRequest } from '../../src/core/reader'
import { withSharedSnapshots } from '../../src/core/shared-snapshots'
import { TableChangedError } from '../../src/dialect/table-changed'
import { planOfPage } from '../support/rows-by-hand'

const TOTAL = 100

const COUNT = { sql: 'select count(*)', bindings: [] }

const session: LentSession = {
  readRows: () => Promise.reject(new Error('the reader runs no statement')),
  inSnapshot: (_lock, work) => work(),
}

const requestOf = (offset: number): ReadRequest => {
  const plan = planOfPage(offset)
  return { plan: { ...plan, table: { ...plan.table, snapshotLock: '' } } }
}

it('reads the other pages on another session while one takes long', async () => {
  let openGate = (): void => undefined
  const slow = new Promise<void>((resolve) => {
    openGate = resolve
  })
  let sessions = 0
  const pages: Reader = {
    read: async ({ plan }) => {
      if (plan.offset === 10) await slow
      return { rows: [[plan.offset]], total: TOTAL }
    },
  }
  const reader = withSharedSnapshots(pages, {
    withSession: async (work) => {
      sessions++
      await new Promise(setImmediate)
      return work(session)
    },
    readerOn: () => pages,
    textOf: () => '',
    waitFor: async (work) => {
      await work
    },
    now: () => performance.now(),
  })
  const [first, second, third, fourth] = [0, 10, 20, 30].map((offset) =>
    reader.read(requestOf(offset)),
  )
  expect(await Promise.all([first, third, fourth])).toEqual(
    [0, 20, 30].map((offset) => ({ rows: [[offset]], total: TOTAL, version: undefined })),
  )
  expect(sessions).toBe(2)
  openGate()
  expect((await second)?.rows).toEqual([[10]])
})

it('reads again, by itself, if the session is lost between two statements', async () => {
  const statements = [() => Promise.resolve([]), () => Promise.reject(new Error('lost'))]
  const result = { rows: [], total: 0 }
  const reader = withSharedSnapshots(
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
      textOf: () => '',
      waitFor: () => Promise.resolve(),
      now: () => 0,
    },
  )
  expect(await reader.read(requestOf(0))).toEqual(result)
  expect(statements).toEqual([])
})

it('rejects all reads of a table that has changed, of which only one has the cause', async () => {
  const cause = new Error('no such column')
  let statements = 0
  const changed: Reader = {
    read: () => {
      statements++
      return Promise.reject(new TableChangedError({ cause }))
    },
  }
  const reader = withSharedSnapshots(changed, {
    withSession: async (work) => {
      await new Promise(setImmediate)
      return work(session)
    },
    readerOn: () => changed,
    textOf: () => '',
    waitFor: () => Promise.resolve(),
    now: () => 0,
  })
  const reads = [0, 10, 20].map((offset) => reader.read(requestOf(offset)))
  const errors = await Promise.all(reads.map((read) => read.catch((error: unknown) => error)))
  expect(errors.every((error) => error instanceof TableChangedError)).toBe(true)
  expect(errors.map((error) => (error as Error).cause)).toEqual([cause, undefined, undefined])
  expect(statements).toBe(1)
})
