import { ResponseTooLargeError } from '../../src/core/errors'
import { jsonString } from '../../src/dialect/json-text'
import { createQueryResponses } from '../../src/http/query/query-response'

const MEGABYTE = 1024 * 1024

const columns = [
  { name: 'word', type: 'text', toJson: (cell: unknown) => jsonString(String(cell)) },
]

function resultOf(count: number) {
  const rows = Array.from({ length: count }, (_, row) => [`${row} ${'é'.repeat(100)}`])
  return { rows, columns, pagination: { page: 1, limit: count, total: count, totalPages: 1 } }
}

/** The work, and the number of turns of the event loop in which others could run meanwhile. */
async function turnsDuring<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  let turns = 0
  let isRunning = true
  const count = (): void => {
    turns++
    if (isRunning) setImmediate(count)
  }
  setImmediate(count)
  const result = await work()
  isRunning = false
  return [result, turns]
}

it('makes a body of many megabytes in several turns of the event loop', async () => {
  const result = resultOf(100_000)
  const responseOf = createQueryResponses(32 * MEGABYTE)
  const [{ body }, turns] = await turnsDuring(async () => responseOf(result))
  expect(turns).toBeGreaterThan(2)
  expect(Buffer.isBuffer(body)).toBe(true)
  expect(body.length).toBeGreaterThan(20 * MEGABYTE)
  const { data, columns: names, pagination } = JSON.parse(String(body)) as Record<string, unknown>
  expect(data).toEqual(result.rows.map(([word]) => ({ word })))
  expect([names, pagination]).toEqual([['word'], result.pagination])
})

it('makes it once for requests that share its rows', async () => {
  const result = resultOf(20_000)
  const responseOf = createQueryResponses(32 * MEGABYTE)
  const [first, second] = await Promise.all([responseOf(result), responseOf({ ...result })])
  expect(first.body).toBe(second.body)
})

it('stops at the maximum', async () => {
  const responseOf = createQueryResponses(MEGABYTE)
  const [failure, turns] = await turnsDuring(async () =>
    Promise.resolve(responseOf(resultOf(100_000))).catch((error: unknown) => error),
  )
  expect(failure).toBeInstanceOf(ResponseTooLargeError)
  expect(turns).toBeLessThan(10)
})
