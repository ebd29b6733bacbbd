/** The count of bodies that other bodies replace. */
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Context } from 'koa'
import { ByteBudget } from '../../src/http/memory/byte-budget'
import { sendInstead, UnsentBodies } from '../../src/http/memory/unsent-bodies'

const CAPACITY = 100

function request(): Context {
  const req = new IncomingMessage(new Socket())
  return { req, res: new ServerResponse(req), method: 'GET', state: {} } as unknown as Context
}

function setUp(): { bodies: UnsentBodies; freeBytes: () => number } {
  const budget = new ByteBudget(CAPACITY, 1)
  // Keeps the budget in use: an unused one has room for any size.
  budget.add(1)
  const freeBytes = (): number => {
    let free = 0
    while (budget.tryAcquireUnqueued(1)) free++
    budget.release(free)
    return free
  }
  return { bodies: new UnsentBodies(() => budget), freeBytes }
}

it('counts a body that is sent instead of a shared one once, until its last response is closed', () => {
  const { bodies, freeBytes } = setUp()
  const shared = Buffer.alloc(60)
  const compressed = Buffer.alloc(25)
  const [first, second] = [request(), request()]
  for (const ctx of [first, second]) expect(bodies.add(ctx, shared)).toBe(true)
  expect(freeBytes()).toBe(CAPACITY - 1 - 60)
  sendInstead(first, compressed)
  expect(freeBytes()).toBe(CAPACITY - 1 - 60 - 25)
  sendInstead(second, compressed)
  expect(freeBytes()).toBe(CAPACITY - 1 - 25)
  first.res.emit('close')
  expect(freeBytes()).toBe(CAPACITY - 1 - 25)
  second.res.emit('close')
  expect(freeBytes()).toBe(CAPACITY - 1)
})

it('counts no body that is sent after the response was closed', () => {
  const { bodies, freeBytes } = setUp()
  const ctx = request()
  bodies.add(ctx, 'x'.repeat(20))
  ctx.res.emit('close')
  sendInstead(ctx, Buffer.alloc(10))
  expect(freeBytes()).toBe(CAPACITY - 1)
})
