/** Methods that Node.js does not pass to the app get the response of all other methods. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import Koa from 'koa'
import { drain } from '../../src/http/drain'
import { addressOf, listen } from '../../src/http/http-server'
import { sendRaw } from '../support/raw-request'
import { waitUntil } from '../support/wait-until'

const TIMEOUT = 5000
const FIRST = 'GET /first HTTP/1.1\r\nHost: x\r\n\r\n'

let server: Server
let origin: string
let stop: () => Promise<void>
let started = 0
let ended = 0
beforeAll(async () => {
  const app = new Koa()
  app.silent = true
  app.use(async (ctx) => {
    started++
    await delay(50)
    ctx.body = ctx.path
    ended++
  })
  server = await listen(app, { host: '127.0.0.1', port: 0 })
  origin = addressOf(server, '127.0.0.1')
  stop = () => drain(server, 0)
})
afterAll(() => stop())

it.each([
  ['CONNECT', 'a:1'],
  ['CONNECT', '/api/table-viewer/tables'],
  ['FOO', '/'],
  ['GETX', '/api/table-viewer/query?table=people'],
  ['get', '/'],
  // Methods of RTSP, which Node.js knows.
  ['DESCRIBE', '/'],
  ['FLUSH', '/'],
])('refuses %s %s with 405', async (method, target) => {
  const head = `${method} ${target} HTTP/1.1\r\nHost: x\r\n\r\n`
  const { status, headers, text } = await sendRaw(origin, Buffer.from(head), TIMEOUT)
  expect(status).toBe(405)
  expect(JSON.parse(text)).toEqual({
    error: 'METHOD_NOT_ALLOWED',
    message: `${method} is not allowed: this API only reads.`,
  })
  const { date, 'x-request-id': id, ...others } = Object.fromEntries(headers)
  expect(id).toMatch(/^[\da-f-]{36}$/)
  expect(date).toMatch(/^\w{3}, \d{2} \w{3} \d{4} [\d:]{8} GMT$/)
  expect(others).toEqual({
    allow: 'GET, HEAD, OPTIONS',
    'cache-control': 'no-store',
    connection: 'close',
    'content-length': String(text.length),
    'content-type': 'application/json; charset=utf-8',
  })
})

it.each(['FOO\r\n\r\n', 'FOO / bar\r\n\r\n', 'FOO / HTTP/2.0\r\n\r\n', '<a> / HTTP/1.1\r\n\r\n'])(
  'refuses %j as malformed',
  async (text) => {
    expect((await sendRaw(origin, Buffer.from(text), TIMEOUT)).status).toBe(400)
  },
)

it.each(['CONNECT a:1', 'FOO /'])('refuses %s after the response before it', async (line) => {
  const text = `${FIRST}${line} HTTP/1.1\r\nHost: x\r\n\r\n`
  const first = await sendRaw(origin, Buffer.from(text), TIMEOUT)
  expect(first.status).toBe(200)
  expect(first.text).toMatch(/^\/firstHTTP\/1\.1 405 Method Not Allowed\r\n/)
})

/** Connects a client. @returns it, and the server's side of the connection */
async function connectClient(): Promise<{ client: Socket; connection: Socket }> {
  const accepted = once(server, 'connection') as Promise<Socket[]>
  const client = connect(Number(new URL(origin).port), '127.0.0.1')
  const [connection] = await accepted
  if (!connection) throw new Error('no connection')
  return { client, connection }
}

async function reset(client: Socket, connection: Socket): Promise<void> {
  const closed = new Promise((resolve) => connection.once('close', resolve))
  client.resetAndDestroy()
  await closed
}

const CONNECT = 'CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n'

it('survives the reset of a connection that has sent CONNECT', async () => {
  const { client, connection } = await connectClient()
  client.write(CONNECT)
  await once(client, 'data')
  await reset(client, connection)
  expect((await sendRaw(origin, Buffer.from(CONNECT), TIMEOUT)).status).toBe(405)
})

it('survives the reset of a connection that has sent CONNECT after another request', async () => {
  const { client, connection } = await connectClient()
  const before = started
  client.write(`${FIRST}${CONNECT}`)
  await waitUntil(() => started > before)
  await reset(client, connection)
  await waitUntil(() => ended === started)
  expect((await sendRaw(origin, Buffer.from(CONNECT), TIMEOUT)).status).toBe(405)
})

it('closes such a connection when the server closes', async () => {
  const app = new Koa()
  let ended = 0
  app.use(async (ctx) => {
    await once(ctx.res, 'close')
    ended++
  })
  const other = await listen(app, { host: '127.0.0.1', port: 0 })
  const client = connect(Number(new URL(addressOf(other, '127.0.0.1')).port), '127.0.0.1')
  client.on('error', () => undefined).write(`${FIRST}${CONNECT}`)
  await once(other, 'connect')
  await drain(other, 100)
  await waitUntil(() => ended === 1)
})
