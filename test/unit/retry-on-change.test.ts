import type { ReadPlan } from '../../src/core/read-plan'
import type { ReadResult } from '../../src/core/reader'
import { retryOnChange, type QuerySteps } from '../../src/core/retry-on-change'
import { TableChangedError } from '../../src/dialect/table-changed'
import { planOfPage } from '../support/rows-by-hand'

const RESULT: ReadResult = { rows: [], total: 0 }
const CHANGED = new TableChangedError()
const FAILED = new TableChangedError({ cause: new Error('no such column') })

/** A plan of the table with this description. */
function planOf(description: number): ReadPlan {
  const plan = planOfPage(0)
  const columns = [{ select: 'id', resultType: 'integer' }]
  const table = { ...plan.table, name: `description ${description}` }
  return { ...plan, table, columns, resultColumns: [] }
}

interface Steps extends QuerySteps {
  readonly read: jest.Mock<Promise<ReadResult>, [ReadPlan]>
}

/** @param descriptions of the table, one for each time that it is described; then the last one again */
function stepsOf(descriptions: readonly number[], outcomes: readonly (Error | undefined)[]): Steps {
  const left = [...descriptions]
  const ends = [...outcomes]
  const next = (): number => (left.length > 1 ? (left.shift() ?? 0) : (left[0] ?? 0))
  let plan: ReadPlan | undefined
  return {
    plan: () => Promise.resolve((plan ??= planOf(next()))),
    forget: () => {
      plan = undefined
      return true
    },
    failing: new WeakSet(),
    read: jest.fn<Promise<ReadResult>, [ReadPlan]>(() => {
      const error = ends.shift()
      return error ? Promise.reject(error) : Promise.resolve(RESULT)
    }),
  }
}

const readsOf = ({ read }: Steps): unknown[] =>
  read.mock.calls.map(([{ table, columns }]) => [table.name, columns[0]?.resultType])

it('reads once if the table is as described', async () => {
  const steps = stepsOf([1], [undefined])
  const { plan, result } = await retryOnChange(steps, undefined)
  expect([plan.table.name, result]).toEqual(['description 1', RESULT])
  expect(readsOf(steps)).toEqual([['description 1', 'integer']])
})

it.each([
  ['a check of the result', CHANGED],
  ['a failed statement', FAILED],
])('describes and plans again after %s has found a change', async (_, error) => {
  const steps = stepsOf([1, 2], [error, undefined])
  expect((await retryOnChange(steps, undefined)).plan.table.name).toBe('description 2')
  expect(readsOf(steps)).toEqual([
    ['description 1', 'integer'],
    ['description 2', 'integer'],
  ])
})

it('reads without checks if the description is the same: they would find the same change', async () => {
  const steps = stepsOf([1, 1], [CHANGED, undefined])
  const { plan } = await retryOnChange(steps, undefined)
  expect(plan.table.isTracked).toBe(false)
  expect(readsOf(steps)).toEqual([
    ['description 1', 'integer'],
    ['description 1', undefined],
  ])
})

it('reads again with the same description after a failure: two renames leave the same one', async () => {
  const steps = stepsOf([1, 1], [FAILED, undefined])
  await retryOnChange(steps, undefined)
  expect(readsOf(steps)).toEqual([
    ['description 1', 'integer'],
    ['description 1', 'integer'],
  ])
})

it('reads without checks if the table has another description each time', async () => {
  const steps = stepsOf([1, 2, 3, 4], [CHANGED, CHANGED, CHANGED, undefined])
  await retryOnChange(steps, undefined)
  expect(readsOf(steps).at(-1)).toEqual(['description 4', undefined])
})

it('fails with DATABASE_ERROR if each statement fails', async () => {
  const steps = stepsOf([1, 2, 3, 4], [FAILED, FAILED, FAILED])
  const error = { code: 'DATABASE_ERROR', cause: FAILED.cause }
  await expect(retryOnChange(steps, undefined)).rejects.toMatchObject(error)
  expect(steps.read).toHaveBeenCalledTimes(3)
  // Its description has changed each time, so it may fit the next time.
  expect(steps.failing.has((await steps.plan()).table)).toBe(false)
})

it('describes a table no more whose statements fail although its description is the same', async () => {
  const plan = planOf(1)
  const steps = {
    ...stepsOf([], [FAILED, FAILED, FAILED, FAILED, undefined]),
    plan: jest.fn(() => Promise.resolve(plan)),
  }
  for (const [plans, reads] of [
    [4, 3],
    [5, 4],
  ]) {
    await expect(retryOnChange(steps, undefined)).rejects.toMatchObject({ code: 'DATABASE_ERROR' })
    expect([steps.plan.mock.calls.length, steps.read.mock.calls.length]).toEqual([plans, reads])
  }
  expect((await retryOnChange(steps, undefined)).result).toBe(RESULT)
})

it('does not read again after another error, or after its request is aborted', async () => {
  const other = new Error('the connection is lost')
  await expect(retryOnChange(stepsOf([1], [other]), undefined)).rejects.toBe(other)
  const aborted = stepsOf([1, 2], [CHANGED])
  const reason = new Error('the client has left')
  await expect(retryOnChange(aborted, AbortSignal.abort(reason))).rejects.toBe(reason)
  expect(aborted.read).toHaveBeenCalledTimes(1)
})

it('reads again with the same description if another request has dropped the earlier one', async () => {
  const steps = { ...stepsOf([1], [CHANGED, undefined]), forget: () => false }
  await retryOnChange(steps, undefined)
  expect(readsOf(steps)).toEqual([
    ['description 1', 'integer'],
    ['description 1', 'integer'],
  ])
})
