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
  const { rows, pagination } = result
  const data = rows.map(([word]) => ({ word }))
  // Not compared by Jest, which would print all of it.
  expect(String(body) === JSON.stringify({ data, columns: ['word'], pagination })).toBe(true)
})

it('makes it once for requests that share its rows', async () => {
  const result = resultOf(20_000)
  const responseOf = createQueryResponses(32 * MEGABYTE)
  const [first, second] = await Promise.all([responseOf(result), responseOf({ ...result })])
  expect(first.body).toBe(second.body)
})

it('stops at the maximum', async () => {
  const result = resultOf(100_000)
  let written = 0
  const toJson = (cell: unknown): string => {
    written++
    return jsonString(String(cell))
  }
  const responseOf = createQueryResponses(MEGABYTE)
  const response = async (): Promise<unknown> =>
    responseOf({ ...result, columns: [{ name: 'word', type: 'text', toJson }] })
  await expect(response()).rejects.toBeInstanceOf(ResponseTooLargeError)
  expect(written).toBeLessThan(10_000)
})
