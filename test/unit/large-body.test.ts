import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'koa'
import { ResponseTooLargeError } from '../../src/core/errors'
import { DEFAULT_LIMITS } from '../../src/core/table-service'
import { jsonString } from '../../src/dialect/json-text'
import { ResponseMemory, type CreatedResponse } from '../../src/http/memory/response-memory'
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

it('counts for later requests before it is complete', async () => {
  const memory = new ResponseMemory(DEFAULT_LIMITS)
  const aborting = new AbortController()
  let created = 0
  const create = (): void => {
    const req = new IncomingMessage(new Socket())
    const ctx = { req, res: new ServerResponse(req), state: {} } as unknown as Context
    const request = { keys: ['table'], rows: 10, signal: aborting.signal }
    const creation = memory.create(ctx, request, () => {
      created++
      return new Promise<CreatedResponse>(() => undefined)
    })
    creation.catch(() => undefined)
  }
  create()
  await nextTurn()
  memory.expect(
    ['table'],
    Array.from({ length: 10 }, () => ['x'.repeat(3 * MEGABYTE)]),
  )
  for (let request = 0; request < 4; request++) create()
  await nextTurn()
  aborting.abort()
  // 30 MB for each of two fit into the 64 MB for large bodies.
  expect(created).toBe(1 + 2)
})
