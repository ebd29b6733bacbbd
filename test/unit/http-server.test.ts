/** Limits of the size and duration of a request, and of the time in which a client reads a response. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import Router from '@koa/router'
import { createApp } from '../../src'
import { drain } from '../../src/http/drain'
import { addressOf, listen } from '../../src/http/http-server'
import { NO_TABLES } from '../support/no-tables'
import { sendRequest } from '../support/send-request'
import { waitUntil } from '../support/wait-until'

const LIMITS = { host: '127.0.0.1', port: 0, maxUrlLength: 2000, maxHeaderBytes: 3000 }
const LARGE = 'x'.repeat(16 * 1024 * 1024)

/** Milliseconds: enough on a busy machine for a client that reads the large response at full speed. */
const RESPONSE_TIMEOUT = 3000

const CONSTRAINT = 'well-formed HTTP, its URL percent-encoded'
const MALFORMED = {
  error: 'INVALID_QUERY',
  message: `The request must be ${CONSTRAINT}.`,
  details: { parameter: 'request', value: null, constraint: CONSTRAINT },
}

let server: Server
let origin: string
beforeAll(async () => {
  const tables = { ...NO_TABLES, listTables: () => Promise.resolve([LARGE]) }
  const otherRoute = new Router().get('/other', (ctx) => {
    ctx.body = LARGE
  })
  const options = { maxUrlLength: 2000, responseTimeout: RESPONSE_TIMEOUT }
  const app = createApp({ tables, ...options, otherRoutes: [otherRoute] })
  server = await listen(app, { ...LIMITS, requestTimeout: 500 })
  origin = addressOf(server, '127.0.0.1')
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const open = (): Socket => connect(Number(new URL(origin).port), '127.0.0.1')

async function textOf(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  await once(socket, 'close')
  return text
}

it('keeps an idle connection longer than most load balancers', () => {
  expect(server.keepAliveTimeout).toBe(65_000)
})

it('knows the address of a client that has reset its connection', async () => {
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve))
  const socket = open()
  const connection = await accepted
  const closed = new Promise((resolve) => connection.once('close', resolve))
  socket.resetAndDestroy()
  await closed
  expect(connection.remoteAddress).toBe('127.0.0.1')
})

it('accepts a URL and headers of the maximum size', async () => {
  const path = '/'.padEnd(2000, 'x')
  const headers = { 'X-Padding': 'x'.repeat(2800) }
  const { status } = await sendRequest(origin, path, { headers })
  expect(status).toBe(404)
})

it('refuses a longer URL', async () => {
  const { status, text } = await sendRequest(origin, '/'.padEnd(2001, 'x'))
  expect([status, JSON.parse(text)]).toEqual([
    414,
    {
      error: 'URL_TOO_LONG',
      message: 'Path and query are longer than 2000 bytes.',
    },
  ])
})

it.each([
  ['headers', '/', { 'X-Padding': 'x'.repeat(6000) }],
  ['a URL', '/'.padEnd(6000, 'x'), {}],
])('refuses %s larger than both limits', async (_part, path, headers) => {
  const { status, headers: received, text } = await sendRequest(origin, path, { headers })
  expect([status, JSON.parse(text)]).toEqual([
    431,
    { error: 'HEADERS_TOO_LARGE', message: 'URL and headers are too large.' },
  ])
  expect(received['content-type']).toBe('application/json; charset=utf-8')
})

it.each([
  ...['http://[/x', 'http://[::1/api/table-viewer/tables'],
  ...['/nope#', '/api/table-viewer/query?table=a#&filter=b', 'http://x/nope#a'],
])('refuses the malformed URL %s', async (url) => {
  const { status, text } = await sendRequest(origin, url)
  expect([status, JSON.parse(text)]).toEqual([400, MALFORMED])
})

it.each([
  ['OPTIONS', 204, 'GET, HEAD, OPTIONS'],
  ['GET', 404, undefined],
])('responds to %s * with %d', async (method, expected, allowed) => {
  const { status, headers, text } = await sendRequest(origin, '*', { method })
  expect([status, headers.allow]).toEqual([expected, allowed])
  if (expected === 204) expect(text).toBe('')
})

it('ignores an unknown Expect header', async () => {
  const headers = { Expect: 'miracles' }
  const { status } = await sendRequest(origin, '/nope', { headers })
  expect(status).toBe(404)
})

it.each([
  ['nothing', ''],
  ['half a request', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
])('closes a connection that sends %s', async (_case, bytes) => {
  const socket = open()
  const began = Date.now()
  socket.write(bytes)
  const [head = '', body = ''] = (await textOf(socket)).split('\r\n\r\n')
  expect(Date.now() - began).toBeLessThan(3000)
  expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nContent-Type: application\/json/)
  expect(JSON.parse(body)).toEqual({
    error: 'REQUEST_TIMEOUT',
    message: 'The request did not arrive in time.',
  })
})

it('closes a connection that sends a byte now and then', async () => {
  const socket = open()
  const began = Date.now()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  const dripping = setInterval(() => socket.write('x'), 50)
  const text = await textOf(socket)
  clearInterval(dripping)
  expect(Date.now() - began).toBeLessThan(3000)
  expect(text).toMatch(/^HTTP\/1\.1 408 /)
})

it('closes a connection whose client keeps its side open after 408', async () => {
  const socket = connect({
    ...{ port: Number(new URL(origin).port), host: '127.0.0.1' },
    allowHalfOpen: true,
  })
  const closed = new Promise<void>((resolve) => {
    server.once('connection', (accepted) => {
      accepted.once('close', () => {
        resolve()
      })
    })
  })
  socket.write('GET / HTTP/1.1\r\n')
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  await closed
  socket.destroy()
  expect(text).toMatch(/^HTTP\/1\.1 408 /)
}, 10_000)

it.each([
  ['does not read', '/api/table-viewer/tables', 0],
  ['reads too slowly', '/api/table-viewer/tables', 1000],
  ['does not read', '/other', 0],
])('disconnects a client that %s its response to %s', async (_case, path, chunk) => {
  const socket = open()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  const began = Date.now()
  const closed = new Promise<number>((resolve) => {
    server.once('request', (_request, response) => {
      response.once('close', () => {
        resolve(Date.now() - began)
      })
    })
  })
  socket.on('error', () => undefined)
  socket.pause()
  const reading = setInterval(() => void socket.read(chunk), 50)
  expect(await closed).toBeLessThan(2 * RESPONSE_TIMEOUT)
  clearInterval(reading)
  socket.destroy()
})

it('serves other clients after that', async () => {
  const { status, text } = await sendRequest(origin, '/api/table-viewer/tables')
  expect([status, text.length]).toEqual([200, LARGE.length + 4])
})

describe('a shutdown', () => {
  let stopping: Server
  let client: Socket
  beforeEach(async () => {
    stopping = await listen(createApp({ tables: NO_TABLES }), LIMITS)
    const accepted = once(stopping, 'connection')
    client = connect(Number(new URL(addressOf(stopping, '127.0.0.1')).port), '127.0.0.1')
    await accepted
  })

  it('does not wait for a connection without a request', async () => {
    const began = Date.now()
    const closed = once(client.resume(), 'close')
    await drain(stopping, 10_000)
    await closed
    expect(Date.now() - began).toBeLessThan(5000)
  })

  it('responds to the first request of a connection', async () => {
    client.write('GET /api/table-viewer/tables HTTP/1.1\r\nHost: x\r\n\r\n')
    const [text] = await Promise.all([textOf(client), drain(stopping, 10_000)])
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('waits for the rest of a request', async () => {
    client.write('GET /api/table-viewer/tables HTTP/1.1\r\n')
    const checks = jest.spyOn(stopping, 'closeIdleConnections')
    const drained = drain(stopping, 10_000)
    await waitUntil(() => checks.mock.calls.length > 3)
    client.write('Host: x\r\n\r\n')
    const [text] = await Promise.all([textOf(client), drained])
    expect(text).toMatch(/^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n/)
  })

  it('completes pipelined requests, and announces the close in the last response', async () => {
    client.write('GET /a HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2))
    await once(stopping, 'request')
    const [text] = await Promise.all([textOf(client), drain(stopping, 10_000)])
    const lines = ['HTTP/1.1 404', 'Connection: keep-alive', 'HTTP/1.1 404', 'Connection: close']
    expect(text.match(/HTTP\/1\.1 404|^Connection: [\w-]+/gm)).toEqual(lines)
  })
})

it('names an address of IPv6 as URLs do, if it cannot listen on it', async () => {
  // The block for documentation: no machine has the address.
  const listening = listen(createApp({ tables: NO_TABLES }), { host: '2001:db8::1', port: 80 })
  await expect(listening).rejects.toThrow(/^cannot listen on \[2001:db8::1\]:80: /)
})
