import { queryBody } from '../../src/http/response-body'
import type { QueryResult } from '../../src/core/table-service'

const resultOf = (rows: number): QueryResult => ({
  columns: [{ name: 'a', type: 'text', toJson: (cell) => JSON.stringify(cell) }],
  rows: Array.from({ length: rows }, () => ['x'.repeat(1000)]),
  pagination: { page: 1, limit: rows, total: rows, totalPages: 1 },
})

/** The body, and the number of turns of the event loop that it takes. */
async function turnsOf(rows: number, now: () => number): Promise<[string, number]> {
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const body = await queryBody(resultOf(rows), 10_000_000, now)
  isDone = true
  return [body.toString(), turns]
}

it('lets other requests run while it makes a large body', async () => {
  let time = 0
  const [text, turns] = await turnsOf(1000, () => (time += 6))
  const { data } = JSON.parse(text) as { data: unknown[] }
  expect(data).toHaveLength(1000)
  // 16 parts of at most 64 KiB, and 12 ms for two of them.
  expect(turns).toBeGreaterThanOrEqual(7)
})

it('makes a body at once if that takes little time', async () => {
  expect((await turnsOf(1000, () => 0))[1]).toBe(0)
  let time = 0
  expect((await turnsOf(10, () => (time += 100)))[1]).toBe(0)
})
