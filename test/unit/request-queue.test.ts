import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import Koa from 'koa'
import { addressOf, listen } from '../../src/http/http-server'
import { RequestQueue } from '../../src/http/request-queue'
import { testClock } from '../support/test-clock'

const { now, advance } = testClock(() => 0)

function queueOf(duration = 0): {
  queue: RequestQueue
  started: number[]
  add: (n: number) => void
} {
  const queue = new RequestQueue(now)
  const started: number[] = []
  const add = (number: number): void => {
    queue.add(() => {
      started.push(number)
      advance(duration)
    })
  }
  return { queue, started, add }
}

it('starts a request at once if no connection was accepted in the same turn', async () => {
  const { queue, started, add } = queueOf()
  queue.onConnection()
  await endOfTurn()
  add(1)
  expect(started).toEqual([1])
})

it('starts requests in their order after the last connection', async () => {
  const { queue, started, add } = queueOf()
  for (let number = 1; number <= 3; number++) {
    queue.onConnection()
    add(number)
    await endOfTurn()
    expect(started).toEqual([])
  }
  add(4)
  await endOfTurn()
  expect(started).toEqual([1, 2, 3, 4])
})

it('starts a request after 100 ms while connections go on arriving', async () => {
  const { queue, started, add } = queueOf()
  for (let waited = 0; waited < 100; waited += 10) {
    queue.onConnection()
    add(waited)
    await endOfTurn()
    expect(started).toEqual([])
    advance(10)
  }
  queue.onConnection()
  await endOfTurn()
  expect(started).toHaveLength(10)
})

it('starts waiting requests for at most 5 ms in a turn', async () => {
  const { queue, started, add } = queueOf(2)
  queue.onConnection()
  for (let number = 1; number <= 7; number++) add(number)
  await endOfTurn()
  const counts: number[] = []
  while (started.length < 7) {
    await endOfTurn()
    counts.push(started.length)
  }
  expect(counts).toEqual([3, 6, 7])
})

it('serves the last client of a crowd before the others have sent many requests', async () => {
  const CLIENTS = 150
  const app = new Koa().use((ctx) => {
    const began = performance.now()
    while (performance.now() - began < 1);
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
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})
