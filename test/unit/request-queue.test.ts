import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import Koa from 'koa'
import { addressOf, listen } from '../../src/http/http-server'
import { RequestQueue } from '../../src/http/request-queue'
import { testClock } from '../support/test-clock'

const { now, advance } = testClock(() => 0)

function newQueue(): {
  queue: RequestQueue
  started: number[]
  add: (number: number) => void
} {
  const queue = new RequestQueue(now)
  const started: number[] = []
  const add = (number: number): void => {
    queue.addToTurn(() => started.push(number))
  }
  return { queue, started, add }
}

it('starts a request at once if no connection was accepted in the same turn', async () => {
  const { queue, started, add } = newQueue()
  queue.onConnection(new Socket())
  await endOfTurn()
  add(1)
  expect(started).toEqual([1])
})

it('starts requests in their order after the last connection', async () => {
  const { queue, started, add } = newQueue()
  for (let number = 1; number <= 3; number++) {
    queue.onConnection(new Socket())
    add(number)
    await endOfTurn()
    expect(started).toEqual([])
  }
  add(4)
  await endOfTurn()
  expect(started).toEqual([1, 2, 3, 4])
})

it('starts a request after 100 ms while connections go on arriving', async () => {
  const { queue, started, add } = newQueue()
  for (let waited = 0; waited < 100; waited += 10) {
    queue.onConnection(new Socket())
    add(waited)
    await endOfTurn()
    expect(started).toEqual([])
    advance(10)
  }
  queue.onConnection(new Socket())
  await endOfTurn()
  expect(started).toHaveLength(10)
})

it('starts ten requests in a turn', async () => {
  const { started, add } = newQueue()
  for (let number = 1; number <= 25; number++) add(number)
  const counts = [started.length]
  while (started.length < 25) {
    await endOfTurn()
    counts.push(started.length)
  }
  // At the end of the first turn, ten have started already.
  expect(counts).toEqual([10, 10, 20, 25])
})

it('starts each request in its own asynchronous context', async () => {
  const { queue } = newQueue()
  const storage = new AsyncLocalStorage<number>()
  const contexts: (number | undefined)[] = []
  for (let number = 1; number <= 25; number++) {
    storage.run(number, () => {
      queue.addToTurn(() => contexts.push(storage.getStore()))
    })
  }
  while (contexts.length < 25) await endOfTurn()
  expect(contexts).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
})

it('serves the last client of a crowd before the others have sent many requests', async () => {
  const CLIENTS = 150
  let isOver = false
  const app = new Koa().use((ctx) => {
    const began = performance.now()
    // Requests of closed connections still start after the test. The next test file may stop the clock.
    while (!isOver && performance.now() - began < 1);
    ctx.body = 'x'
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  const { port, hostname } = new URL(addressOf(server, '127.0.0.1'))
  const responses = Array.from({ length: CLIENTS }, () => 0)
  const sockets = responses.map((_count, client) => {
    const socket = connect(Number(port), hostname)
    const send = (): void => {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    }
    socket.once('connect', send).on('data', () => {
      responses[client] = (responses[client] ?? 0) + 1
      send()
    })
    return socket
  })
  try {
    await Promise.all(sockets.map((socket) => once(socket, 'data')))
    expect(Math.max(...responses)).toBeLessThan(20)
  } finally {
    isOver = true
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})

it('counts no requests of closed connections, also behind malformed input', () => {
  const queue = new RequestQueue()
  const open = (): Socket => {
    const connection = new Socket()
    queue.onConnection(connection)
    return connection
  }
  const fill = (connection: Socket, count: number): void => {
    for (let number = 0; number < count; number++) {
      // The task of a refusal does not say when its response is closed.
      queue.addToConnection(connection, () => undefined)
    }
  }
  const full = open()
  fill(full, 10_001)
  const refused = open()
  fill(refused, 12)
  expect([full.destroyed, refused.destroyed]).toEqual([false, true])
  full.emit('close')
  const next = open()
  fill(next, 12)
  expect(next.destroyed).toBe(false)
})
