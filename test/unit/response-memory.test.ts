import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from 'koa'
import {
  ResponseMemory,
  type CreatedResponse,
  type MemoryLimits,
} from '../../src/http/memory/response-memory'

const MEGABYTE = 1024 * 1024

interface Asked {
  readonly response: ServerResponse
  readonly leave: () => void
  readonly timesBegun: () => number
  readonly finish: (body: string | Buffer) => void
  readonly page: Promise<{ body: string | Buffer }>
}

interface Asking {
  readonly kind?: string
  readonly rows?: number
  readonly method?: string
  readonly asked?: object
}

function memoryOf(limits: Partial<MemoryLimits> = {}): ResponseMemory {
  return new ResponseMemory({ maxResponseBytes: 32 * MEGABYTE, ...limits })
}

function ask(
  memory: ResponseMemory,
  { kind = 'table', rows = 10, method = 'GET', asked }: Asking = {},
): Asked {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  const ctx = { req: request, res: response, method } as unknown as Context
  const leaving = new AbortController()
  let begun = 0
  let finish: Asked['finish'] = () => undefined
  const page = memory.create(
    ctx,
    { keys: [kind], rows, signal: leaving.signal, ...(asked && { query: asked }) },
    () => {
      begun++
      return new Promise<CreatedResponse>((resolve) => {
        finish = (body) => {
          resolve({ body, rows })
        }
      })
    },
  )
  page.catch(() => undefined)
  const leave = (): void => {
    leaving.abort(new Error('left'))
    response.emit('close')
  }
  return {
    response,
    leave,
    timesBegun: () => begun,
    finish: (body) => {
      finish(body)
    },
    page,
  }
}

/** Teaches it that a row of the kind has as many bytes. */
async function teach(memory: ResponseMemory, bytes: number, kind = 'table'): Promise<void> {
  const first = ask(memory, { kind, rows: 1 })
  await settled()
  first.finish(Buffer.alloc(bytes))
  await first.page
  first.response.emit('close')
}

const settled = (): Promise<void> => delay(5)

const begun = async (all: readonly Asked[]): Promise<number[]> => {
  await settled()
  return all.map(({ timesBegun }) => timesBegun())
}

it('makes as many as there is memory for, and the next when one has been taken', async () => {
  const memory = memoryOf()
  await teach(memory, 3 * MEGABYTE)
  const all = [ask(memory), ask(memory), ask(memory), ask(memory)]
  expect(await begun(all)).toEqual([1, 1, 0, 0])
  for (const { finish } of all) finish(Buffer.alloc(30 * MEGABYTE))
  expect(await begun(all)).toEqual([1, 1, 0, 0])
  all[1]?.response.emit('close')
  expect(await begun(all)).toEqual([1, 1, 1, 0])
})

it('makes slow and light pages beside each other, however many rows they have', async () => {
  const memory = memoryOf()
  await teach(memory, 100)
  const all = Array.from({ length: 20 }, () => ask(memory, { rows: 1000 }))
  expect(await begun(all)).toEqual(all.map(() => 1))
})

it('never keeps a small one waiting for large ones', async () => {
  const memory = memoryOf()
  await teach(memory, 3 * MEGABYTE)
  await teach(memory, 1000, 'light')
  const large = [ask(memory), ask(memory), ask(memory)]
  expect(await begun(large)).toEqual([1, 1, 0])
  expect(await begun([ask(memory, { kind: 'light' })])).toEqual([1])
})

it('makes one again that turns out larger than there is room for', async () => {
  const memory = memoryOf()
  await teach(memory, 100)
  const all = [ask(memory), ask(memory), ask(memory)]
  expect(await begun(all)).toEqual([1, 1, 1])
  for (const { finish } of all) finish(Buffer.alloc(30 * MEGABYTE))
  expect(await begun(all)).toEqual([1, 1, 1])
  all[0]?.response.emit('close')
  expect(await begun(all)).toEqual([1, 1, 2])
  all[2]?.finish(Buffer.alloc(30 * MEGABYTE))
  await expect(all[2]?.page).resolves.toBeDefined()
})

it('gives one that is larger than all memory when it is alone', async () => {
  const memory = memoryOf()
  await teach(memory, 3 * MEGABYTE)
  const [first, huge] = [ask(memory), ask(memory, { rows: 1000 })]
  expect(await begun([first, huge])).toEqual([1, 1])
  first.finish(Buffer.alloc(20 * MEGABYTE))
  await first.page
  huge.finish(Buffer.alloc(100 * MEGABYTE))
  await settled()
  first.response.emit('close')
  expect(await begun([huge])).toEqual([2])
  huge.finish(Buffer.alloc(100 * MEGABYTE))
  await expect(huge.page).resolves.toBeDefined()
})

it('lets what fits pass a large one, but not for ever', async () => {
  const memory = memoryOf()
  await teach(memory, MEGABYTE)
  const held = [ask(memory, { rows: 30 }), ask(memory, { rows: 20 })]
  const large = ask(memory, { rows: 30 })
  const passing = ask(memory, { rows: 10 })
  expect(await begun([...held, large, passing])).toEqual([1, 1, 0, 1])
  passing.leave()
  passing.finish('')
  await delay(1100)
  const late = ask(memory, { rows: 10 })
  expect(await begun([large, late])).toEqual([0, 0])
  held[0]?.leave()
  held[0]?.finish('')
  expect(await begun([large, late])).toEqual([1, 1])
})

it('counts a body that several share once, and none for HEAD', async () => {
  const memory = memoryOf()
  await teach(memory, 3 * MEGABYTE)
  const asked = {}
  const all = Array.from({ length: 5 }, () => ask(memory, { asked }))
  expect(await begun(all)).toEqual([1, 1, 1, 1, 1])
  const body = Buffer.alloc(30 * MEGABYTE)
  for (const { finish } of all) finish(body)
  await Promise.all(all.map(({ page }) => page))
  const head = ask(memory, { method: 'HEAD' })
  await settled()
  head.finish(Buffer.alloc(30 * MEGABYTE))
  await head.page
  expect(await begun([ask(memory), ask(memory)])).toEqual([1, 0])
  for (const { response } of all) response.emit('close')
})

it('forgets those who left, before their turn or while it lasted', async () => {
  const memory = memoryOf()
  await teach(memory, 3 * MEGABYTE)
  const all = [ask(memory), ask(memory), ask(memory), ask(memory)]
  expect(await begun(all)).toEqual([1, 1, 0, 0])
  all[2]?.leave()
  all[0]?.leave()
  all[0]?.finish(Buffer.alloc(30 * MEGABYTE))
  await expect(all[0]?.page).rejects.toThrow('left')
  await expect(all[2]?.page).rejects.toThrow('left')
  expect(await begun(all)).toEqual([1, 1, 0, 1])
})

it('refuses one that would wait behind too many, or for too long', async () => {
  const memory = memoryOf({ maxWaiting: 1, maxWait: 100 })
  await teach(memory, 3 * MEGABYTE)
  const all = [ask(memory), ask(memory), ask(memory), ask(memory)]
  await expect(all[3]?.page).rejects.toThrow('overloaded')
  expect(await begun(all)).toEqual([1, 1, 0, 0])
  await expect(all[2]?.page).rejects.toThrow('overloaded')
})

it('makes few at once while nothing is known of their size', async () => {
  const memory = memoryOf()
  const all = Array.from({ length: 6 }, () => ask(memory))
  expect(await begun(all)).toEqual([1, 1, 0, 0, 0, 0])
  all[0]?.finish('')
  expect(await begun(all)).toEqual([1, 1, 1, 1, 1, 1])
})
