/** Messages of the viewer for screen readers while it follows changes. */
import type { Row } from '../../src/client'
import { createNews, type Update } from '../../src/viewer/follow/news'
import { rowChanges } from '../../src/viewer/follow/row-changes'

const update = (before: readonly Row[], after: readonly Row[]): Update => ({
  ...{ before, after, changes: rowChanges(before, after) },
})

it('counts each row once, however often it has changed', () => {
  jest.useFakeTimers({ now: 100_000 })
  const collect = createNews()
  const same = { id: 2, n: 0 }
  let rows: readonly Row[] = [{ id: 1, n: 0 }, same]
  expect(collect(update(rows, rows), 2)).toBeUndefined()
  const change = (...added: Row[]): ReturnType<typeof collect> => {
    const [first, ...others] = rows
    const after = [{ id: 1, n: Number(first?.['n']) + 1 }, ...others, ...added]
    const news = collect(update(rows, after), after.length)
    rows = after
    return news
  }
  expect(change()).toEqual({ added: 0, changed: 1, total: 2 })
  expect(change()).toBeUndefined()
  expect(change({ id: 3, n: 0 })).toBeUndefined()
  jest.advanceTimersByTime(15_000)
  expect(change()).toEqual({ added: 1, changed: 1, total: 3 })
  jest.advanceTimersByTime(15_000)
  expect(collect(update(rows, rows), 3)).toBeUndefined()
  jest.useRealTimers()
})
