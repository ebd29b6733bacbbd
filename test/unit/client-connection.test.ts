/** The signal of a request, which aborts when its client disconnects. */
import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import type { AddressInfo, Server } from 'node:net'
import Koa, { type Context } from 'koa'
import { statementSignal } from '../../src/http/client-connection'
import { errorHandler } from '../../src/http/errors/error-handler'

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Handles requests with the given function, and lists the signals of the requests so far. */
function appOf(handle: (ctx: Context) => unknown): { app: Koa; given: AbortSignal[] } {
  const given: AbortSignal[] = []
  const app = new Koa()
  app.use(async (ctx) => {
    given.push(statementSignal(ctx))
    await handle(ctx)
    ctx.body = 'done'
  })
  return { app, given }
}

async function get(port: number, agent: http.Agent): Promise<void> {
  const request = http.get({ host: '127.0.0.1', port, agent })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  await once(response.resume(), 'end')
}

/** Serves the app over HTTP/1.1 while the test runs. */
async function serve(app: Koa, test: (port: number) => Promise<void>): Promise<void> {
  const handle = app.callback()
  const server = http.createServer((req, res) => void handle(req, res))
  try {
    await test(await listen(server))
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

async function aborted(signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === false) await once(signal, 'abort')
}

it('is the same for all requests of a connection, and aborts when the connection closes', async () => {
  const { app, given } = appOf(() => undefined)
  await serve(app, async (port) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    for (let request = 0; request < 3; request++) await get(port, agent)
    const [signal] = given
    expect(given).toHaveLength(3)
    expect(new Set(given).size).toBe(1)
    expect(signal?.aborted).toBe(false)
    agent.destroy()
    await aborted(signal)
    await get(port, new http.Agent())
    expect(given[3]).not.toBe(signal)
  })
})

it('aborts while the request of a client that disconnects runs', async () => {
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const { app, given } = appOf(() => {
    begin()
    return new Promise(() => undefined)
  })
  await serve(app, async (port) => {
    const request = http.get({ host: '127.0.0.1', port })
    request.on('error', () => undefined)
    await begun
    expect(given[0]?.aborted).toBe(false)
    request.destroy()
    await aborted(given[0])
  })
})

it('aborts the one request that a client of HTTP/2 cancels', async () => {
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const { app, given } = appOf(() => finished)
  const handle = app.callback()
  const server = http2.createServer((req, res) => void handle(req, res))
  const session = http2.connect(`http://127.0.0.1:${await listen(server)}`)
  const cancelled = session.request({ ':path': '/1' })
  const completed = session.request({ ':path': '/2' })
  while (given.length < 2) await once(server, 'request')
  cancelled.close(http2.constants.NGHTTP2_CANCEL)
  await aborted(given[0])
  expect(given[1]?.aborted).toBe(false)
  finish()
  await once(completed.resume(), 'end')
  session.close()
  server.close()
})

it('makes no failure of a request that starts after its client has disconnected', async () => {
  const app = new Koa()
  const errors: unknown[] = []
  app.on('error', (error) => errors.push(error))
  app.use(errorHandler())
  app.use(() => {
    throw new Error('aborted')
  })
  const handle = app.callback()
  const handled = new Promise<void>((resolve) => {
    app.on('handled', resolve)
  })
  const server = http.createServer((req, res) => {
    req.socket.destroy()
    setImmediate(() => void handle(req, res).then(() => app.emit('handled')))
  })
  const port = await listen(server)
  const request = http.get({ host: '127.0.0.1', port })
  request.on('error', () => undefined)
  await handled
  server.close()
  expect(errors).toEqual([])
})
