import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import Koa from 'koa'
import { addressOf, listen } from '../../src/http/http-server'
import { effort } from '../support/effort'
import { waitUntil } from '../support/wait-until'

const request = (path = ''): string => `GET /${path} HTTP/1.1\r\nHost: a\r\n\r\n`

/** Bytes that Node.js reads at once. */
const READ_SIZE = 65_536

/** A request with a long header, because the parser takes less time for bytes than for requests. */
const LONG_REQUEST = `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(200)}\r\n\r\n`

/** More than ten times `READ_SIZE`. */
const FLOOD = LONG_REQUEST.repeat(4000)

let stop: () => void = () => undefined

afterEach(() => {
  stop()
})

interface Served {
  readonly port: number
  readonly connect: () => Promise<Socket>
  /** The paths of the requests that have started, in their order. */
  readonly started: string[]
  /** The server's side of the last connection. */
  readonly connection: () => Socket
}

async function serve(respond: (ctx: Koa.Context) => unknown): Promise<Served> {
  const app = new Koa()
  app.silent = true
  const started: string[] = []
  app.use(async (ctx) => {
    started.push(ctx.path)
    await respond(ctx)
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  let connection: Socket | undefined
  server.on('connection', (socket: Socket) => (connection = socket))
  const clients: Socket[] = []
  const port = Number(new URL(addressOf(server, '127.0.0.1')).port)
  stop = () => {
    for (const client of clients) client.destroy()
    server.close()
  }
  return {
    port,
    started,
    connect: async () => {
      const client = connect(port, '127.0.0.1')
      clients.push(client)
      await once(client, 'connect')
      return client
    },
    connection: () => {
      if (!connection) throw new Error('no client has connected')
      return connection
    },
  }
}

it('starts a request after the response to the one before it', async () => {
  const ends: (() => void)[] = []
  const { started, connect, connection } = await serve((ctx) =>
    new Promise<void>((resolve) => ends.push(resolve)).then(() => (ctx.body = ctx.path)),
  )
  const client = await connect()
  let received = ''
  client.setEncoding('utf8').on('data', (text: string) => (received += text))
  const sent = ['first', 'second', 'third'].map(request).join('')
  client.write(sent)
  for (const [index, path] of ['/first', '/second', '/third'].entries()) {
    await waitUntil(() => started.length === index + 1)
    // A next request that did not wait would start in the turn after it has arrived.
    await waitUntil(() => connection().bytesRead === sent.length)
    await nextTurn()
    expect(started).toHaveLength(index + 1)
    ends[index]?.()
    await waitUntil(() => received.endsWith(path))
  }
})

it('reads no further requests of a connection while ten wait', async () => {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  const { started, connect, connection } = await serve(async (ctx) => {
    await opened
    ctx.body = 'x'
  })
  const client = await connect()
  client.resume().write(FLOOD)
  await waitUntil(() => started.length === 1 && connection().isPaused())
  const unread = (): number => FLOOD.length - connection().bytesRead
  expect(unread()).toBeGreaterThan(0.9 * FLOOD.length)
  open()
  await waitUntil(() => started.length > 800)
  expect(connection().bytesRead).toBeLessThan(started.length * LONG_REQUEST.length + 2 * READ_SIZE)
  await waitUntil(() => started.length === FLOOD.length / LONG_REQUEST.length)
  expect(unread()).toBe(0)
})

it('reads no further requests when a client has received a part of a large response', async () => {
  const { started, connect, connection } = await serve((ctx) => (ctx.body = 'x'.repeat(1_000_000)))
  const client = await connect()
  client.write(FLOOD)
  let received = 0
  client.on('data', (chunk) => (received += chunk.length))
  await waitUntil(() => received > effort(20_000_000, 50_000_000))
  expect(connection().bytesRead).toBeLessThan(started.length * LONG_REQUEST.length + 2 * READ_SIZE)
})

it('serves other clients beside some that send requests without end', async () => {
  const { port, connect, started } = await serve((ctx) => {
    const began = performance.now()
    while (performance.now() - began < 0.2);
    ctx.body = 'x'
  })
  for (let number = 0; number < 5; number++) {
    const client = await connect()
    client.resume()
    const flood = (): void => {
      while (client.write(FLOOD));
    }
    client.on('drain', flood)
    flood()
  }
  await waitUntil(() => started.length > 100)
  const began = performance.now()
  for (let number = 0; number < 10; number++) {
    expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200)
  }
  expect(performance.now() - began).toBeLessThan(10_000)
})

it('closes connections with too many waiting requests of all connections together', async () => {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  const { started, connect } = await serve(async (ctx) => {
    await opened
    ctx.body = 'x'
  })
  const short = 'GET / HTTP/1.1\r\nHost:\r\n\r\n'
  const clients = effort(8, 20)
  let closed = 0
  for (let number = 0; number < clients; number++) {
    const client = await connect()
    client.resume().on('close', () => closed++)
    client.on('error', () => undefined).write(short.repeat(READ_SIZE / short.length))
  }
  // Each sends 2,621 requests at once, and 10,000 may wait: three or four connections stay open.
  await waitUntil(() => closed >= clients - 5)
  // Others may still send several requests at once.
  const client = await connect()
  client.resume().write(request('last').repeat(5))
  open()
  await waitUntil(() => started.filter((path) => path === '/last').length === 5)
  expect(closed).toBeLessThan(clients - 2)
})

it.each([
  ['in the middle of a body', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n'],
  ['in the middle of the next request', `${request()}GET`],
  [
    'after a request with the method CONNECT',
    `${request()}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`,
  ],
])('notices a client that disconnects %s', async (_case, sent) => {
  let ended = 0
  const { started, connect, connection } = await serve(async (ctx) => {
    await once(ctx.res, 'close')
    ended++
  })
  const client = await connect()
  client.write(sent)
  await waitUntil(() => started.length === 1 && connection().bytesRead === sent.length)
  client.end()
  await waitUntil(() => ended === 1)
})

it('starts no waiting request of a client that has disconnected', async () => {
  let ended = 0
  const { started, connect, connection } = await serve(async (ctx) => {
    await once(ctx.res, 'close')
    ended++
  })
  const client = await connect()
  client.write(request('first') + request('second'))
  await waitUntil(() => started.length === 1)
  client.destroy()
  await once(connection(), 'close')
  await waitUntil(() => ended === 1)
  await nextTurn()
  expect(started).toEqual(['/first'])
})

it('responds to malformed input after the responses to the requests before it', async () => {
  const { connect } = await serve(async (ctx) => {
    await delay(50)
    ctx.body = ctx.path
  })
  const client = await connect()
  let received = ''
  client.setEncoding('utf8').on('data', (text: string) => (received += text))
  client.write(`${request('first')}${request('second')}malformed\r\n\r\n`)
  await once(client, 'end')
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
  expect(statuses).toEqual(['200', '200', '400'])
})

it('starts each request in its own asynchronous context', async () => {
  const storage = new AsyncLocalStorage<string>()
  const contexts: unknown[] = []
  const app = new Koa()
  app.use((ctx) => {
    contexts.push([ctx.path, storage.getStore()])
    ctx.body = 'x'
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  // As instrumentation does.
  const emit = server.emit.bind(server)
  server.emit = (event: string, ...values: unknown[]) =>
    event === 'request'
      ? storage.run((values[0] as { url: string }).url, () => emit(event, ...values))
      : emit(event, ...values)
  const client = connect(Number(new URL(addressOf(server, '127.0.0.1')).port), '127.0.0.1')
  stop = () => {
    client.destroy()
    server.close()
  }
  client.write(['first', 'second', 'third'].map(request).join(''))
  await waitUntil(() => contexts.length === 3)
  expect(contexts).toEqual(['/first', '/second', '/third'].map((path) => [path, path]))
})
