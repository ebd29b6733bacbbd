import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Context } from 'koa'
import { DEFAULT_LIMITS, type ResultLimits } from '../../src/core/table-service'
import { sendInstead } from '../../src/http/memory/unsent-bodies'
import { ResponseMemory, type CreatedResponse } from '../../src/http/memory/response-memory'

const MEGABYTE = 1024 * 1024

interface PendingResponse {
  readonly ctx: Context
  readonly response: ServerResponse
  readonly disconnect: () => void
  readonly timesCreated: () => number
  readonly finish: (body: string | Buffer) => void
  readonly page: Promise<{ body: string | Buffer }>
}

interface RequestOptions {
  readonly kind?: string
  readonly rows?: number
  readonly method?: string
  readonly query?: object
}

const requests: PendingResponse[] = []
/** Every test moves the time itself. */
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] })
})
afterEach(() => {
  // Stops the timers of requests that still wait.
  for (const { disconnect } of requests.splice(0)) disconnect()
  jest.useRealTimers()
})

function memoryOf(limits: Partial<ResultLimits> = {}): ResponseMemory {
  return new ResponseMemory({ ...DEFAULT_LIMITS, ...limits })
}

function request(
  memory: ResponseMemory,
  { kind = 'table', rows = 10, method = 'GET', query }: RequestOptions = {},
): PendingResponse {
  const req = new IncomingMessage(new Socket())
  const response = new ServerResponse(req)
  const ctx = { req, res: response, method, state: {} } as unknown as Context
  const aborting = new AbortController()
  let created = 0
  let finish: PendingResponse['finish'] = () => undefined
  const page = memory.create(
    ctx,
    { keys: [kind], rows, signal: aborting.signal, ...(query && { query }) },
    () => {
      created++
      return new Promise<CreatedResponse>((resolve) => {
        finish = (body) => {
          resolve({ body, rows })
        }
      })
    },
  )
  page.catch(() => undefined)
  const disconnect = (): void => {
    aborting.abort(new Error('aborted'))
    response.emit('close')
  }
  const pending: PendingResponse = {
    ctx,
    response,
    disconnect,
    timesCreated: () => created,
    finish: (body) => {
      finish(body)
    },
    page,
  }
  requests.push(pending)
  return pending
}

/** Records a response of one row, so that the size of the kind's rows is known. */
async function recordSize(memory: ResponseMemory, bytes: number, kind = 'table'): Promise<void> {
  const first = request(memory, { kind, rows: 1 })
  await settled()
  first.finish(Buffer.alloc(bytes))
  await first.page
  first.response.emit('close')
}

/** Waits for a turn of the event loop, in which responses are created that have their memory. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const timesCreatedBy = async (all: readonly PendingResponse[]): Promise<number[]> => {
  await settled()
  return all.map(({ timesCreated }) => timesCreated())
}

it('creates as many responses as fit in memory, and the next one when a response is closed', async () => {
  const memory = memoryOf()
  await recordSize(memory, 3 * MEGABYTE)
  const all = [request(memory), request(memory), request(memory), request(memory)]
  expect(await timesCreatedBy(all)).toEqual([1, 1, 0, 0])
  for (const { finish } of all) finish(Buffer.alloc(30 * MEGABYTE))
  expect(await timesCreatedBy(all)).toEqual([1, 1, 0, 0])
  all[1]?.response.emit('close')
  expect(await timesCreatedBy(all)).toEqual([1, 1, 1, 0])
})

it('creates small responses at once, even with many rows', async () => {
  const memory = memoryOf()
  await recordSize(memory, 100)
  const all = Array.from({ length: 20 }, () => request(memory, { rows: 1000 }))
  expect(await timesCreatedBy(all)).toEqual(all.map(() => 1))
})

it('never delays a small response because of large ones', async () => {
  const memory = memoryOf()
  await recordSize(memory, 3 * MEGABYTE)
  await recordSize(memory, 1000, 'light')
  const large = [request(memory), request(memory), request(memory)]
  expect(await timesCreatedBy(large)).toEqual([1, 1, 0])
  expect(await timesCreatedBy([request(memory, { kind: 'light' })])).toEqual([1])
})

it('creates a response again if it turns out larger than the free memory', async () => {
  const memory = memoryOf()
  await recordSize(memory, 100)
  const all = [request(memory), request(memory), request(memory)]
  expect(await timesCreatedBy(all)).toEqual([1, 1, 1])
  for (const { finish } of all) finish(Buffer.alloc(30 * MEGABYTE))
  expect(await timesCreatedBy(all)).toEqual([1, 1, 1])
  all[0]?.response.emit('close')
  expect(await timesCreatedBy(all)).toEqual([1, 1, 2])
  all[2]?.finish(Buffer.alloc(30 * MEGABYTE))
  await expect(all[2]?.page).resolves.toBeDefined()
})

it('creates a response that is larger than the whole budget while there is no other', async () => {
  const memory = memoryOf()
  await recordSize(memory, 3 * MEGABYTE)
  const [first, huge] = [request(memory), request(memory, { rows: 1000 })]
  expect(await timesCreatedBy([first, huge])).toEqual([1, 1])
  first.finish(Buffer.alloc(20 * MEGABYTE))
  await first.page
  huge.finish(Buffer.alloc(100 * MEGABYTE))
  await settled()
  first.response.emit('close')
  expect(await timesCreatedBy([huge])).toEqual([2])
  huge.finish(Buffer.alloc(100 * MEGABYTE))
  await expect(huge.page).resolves.toBeDefined()
})

it('lets smaller responses overtake a large one for a limited time', async () => {
  const memory = memoryOf()
  await recordSize(memory, MEGABYTE)
  const held = [request(memory, { rows: 30 }), request(memory, { rows: 20 })]
  const large = request(memory, { rows: 30 })
  const passing = request(memory, { rows: 10 })
  expect(await timesCreatedBy([...held, large, passing])).toEqual([1, 1, 0, 1])
  passing.disconnect()
  passing.finish('')
  // Smaller requests may overtake a larger one for a second.
  jest.advanceTimersByTime(1001)
  const late = request(memory, { rows: 10 })
  expect(await timesCreatedBy([large, late])).toEqual([0, 0])
  held[0]?.disconnect()
  held[0]?.finish('')
  expect(await timesCreatedBy([large, late])).toEqual([1, 1])
})

it('counts a shared body once', async () => {
  const memory = memoryOf()
  await recordSize(memory, 3 * MEGABYTE)
  const query = {}
  const all = Array.from({ length: 5 }, () => request(memory, { query }))
  expect(await timesCreatedBy(all)).toEqual([1, 1, 1, 1, 1])
  const body = Buffer.alloc(30 * MEGABYTE)
  for (const { finish } of all) finish(body)
  await Promise.all(all.map(({ page }) => page))
  expect(await timesCreatedBy([request(memory), request(memory)])).toEqual([1, 0])
  for (const { response } of all) response.emit('close')
})

it('counts a compressed body in place of a large one, in its budget, also for HEAD', async () => {
  const memory = memoryOf()
  await recordSize(memory, 3 * MEGABYTE)
  const first = request(memory, { method: 'HEAD' })
  await timesCreatedBy([first])
  first.finish(Buffer.alloc(60 * MEGABYTE))
  await first.page
  const next = request(memory)
  sendInstead(first.ctx, Buffer.alloc(200 * 1024))
  expect(await timesCreatedBy([next])).toEqual([1])
  next.finish(Buffer.alloc(64 * MEGABYTE))
  expect(await timesCreatedBy([next])).toEqual([1])
})

it('counts the body of an error until its response is closed, even if it does not fit', async () => {
  const memory = memoryOf()
  await recordSize(memory, 3 * MEGABYTE)
  const response = (method: string): { ctx: Context; close: () => void } => {
    const req = new IncomingMessage(new Socket())
    const res = new ServerResponse(req)
    const ctx = { req, res, method, state: {} } as unknown as Context
    return { ctx, close: () => void res.emit('close') }
  }
  const [head, first, second] = [response('HEAD'), response('GET'), response('GET')]
  for (const { ctx } of [head, first, second]) memory.countError(ctx, 'x'.repeat(20 * MEGABYTE))
  const page = request(memory)
  expect(await timesCreatedBy([page])).toEqual([0])
  first.close()
  expect(await timesCreatedBy([page])).toEqual([0])
  second.close()
  expect(await timesCreatedBy([page])).toEqual([1])
})

it('releases the memory of requests whose clients disconnect, while they wait or run', async () => {
  const memory = memoryOf()
  await recordSize(memory, 3 * MEGABYTE)
  const all = [request(memory), request(memory), request(memory), request(memory)]
  expect(await timesCreatedBy(all)).toEqual([1, 1, 0, 0])
  all[2]?.disconnect()
  all[0]?.disconnect()
  all[0]?.finish(Buffer.alloc(30 * MEGABYTE))
  await expect(all[0]?.page).rejects.toThrow('aborted')
  await expect(all[2]?.page).rejects.toThrow('aborted')
  expect(await timesCreatedBy(all)).toEqual([1, 1, 0, 1])
})

it('refuses a request if the queue is full or the wait is too long', async () => {
  const memory = memoryOf({ maxWaiting: 1 })
  await recordSize(memory, 3 * MEGABYTE)
  const all = [request(memory), request(memory), request(memory), request(memory)]
  await expect(all[3]?.page).rejects.toThrow('overloaded')
  jest.advanceTimersByTime(29_999)
  expect(await timesCreatedBy(all)).toEqual([1, 1, 0, 0])
  const waiting = await Promise.race([all[2]?.page.catch(() => 'refused'), settled()])
  expect(waiting).toBeUndefined()
  jest.advanceTimersByTime(1)
  await expect(all[2]?.page).rejects.toThrow('overloaded')
})

it('creates few responses at once while their size is unknown', async () => {
  const memory = memoryOf()
  const all = Array.from({ length: 6 }, () => request(memory))
  expect(await timesCreatedBy(all)).toEqual([1, 1, 0, 0, 0, 0])
  all[0]?.finish('')
  expect(await timesCreatedBy(all)).toEqual([1, 1, 1, 1, 1, 1])
})
