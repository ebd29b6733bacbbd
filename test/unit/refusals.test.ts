/** Responses to what Node.js does not pass to the app are reported like those of the app. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { createApp, type RequestLogEntry } from '../../src'
import { addressOf, listen } from '../../src/http/http-server'
import { NO_TABLES } from '../support/no-tables'
import { sendRaw } from '../support/raw-request'
import { sendRequest } from '../support/send-request'
import { waitUntil } from '../support/wait-until'

const LIMITS = { maxUrlLength: 2000, maxHeaderBytes: 3000, requestTimeout: 500 }

let server: Server
let origin: string
const entries: RequestLogEntry[] = []
beforeAll(async () => {
  const onResponse = (entry: RequestLogEntry): unknown => entries.push(entry)
  const app = createApp({ tables: NO_TABLES })
  server = await listen(app, { host: '127.0.0.1', port: 0, ...LIMITS, onResponse })
  origin = addressOf(server, '127.0.0.1')
})
beforeEach(() => {
  entries.length = 0
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

/** Connects a client. @returns it, and the server's side of the connection */
async function connectClient(): Promise<{ client: Socket; connection: Socket }> {
  const accepted = once(server, 'connection') as Promise<Socket[]>
  const client = connect(Number(new URL(origin).port), '127.0.0.1')
  const [connection] = await accepted
  if (!connection) throw new Error('no connection')
  return { client: client.on('error', () => undefined), connection }
}

async function untilClosed(connection: Socket): Promise<void> {
  await waitUntil(() => connection.closed)
}

it.each([
  [400, 'GET', 'GET / HTTP/1.1\r\nHost: x\r\n\u0000: 1\r\n\r\n'],
  [400, 'other', '\u0016\u0003\u0001'],
  [405, 'CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
  [405, 'other', 'BREW /my-secret HTTP/1.1\r\nHost: x\r\n\r\n'],
  [408, 'other', 'GET / HTTP/1.1\r\n'],
  [431, 'GET', `GET / HTTP/1.1\r\nHost: x\r\nX-Padding: ${'x'.repeat(6000)}\r\n\r\n`],
  [431, 'HEAD', `HEAD /${'x'.repeat(6000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
])('reports a response %d without the app, of the method %s', async (status, method, text) => {
  const { headers } = await sendRaw(origin, Buffer.from(text), 5000)
  await waitUntil(() => entries.length > 0)
  expect(entries).toEqual([
    {
      ...{ requestId: headers.get('x-request-id'), method, route: 'other', status },
      ...{ databaseMs: 0, ms: expect.any(Number) as number, isAborted: false },
    },
  ])
})

it.each([
  ['HEAD', 431, `HEAD / HTTP/1.1\r\nHost: x\r\nX-Padding: ${'x'.repeat(6000)}\r\n\r\n`],
  ['HEAD', 400, 'HEAD / HTTP/1.1\r\nHost: x\r\n\u0000: 1\r\n\r\n'],
  ['GET', 431, `GET / HTTP/1.1\r\nHost: x\r\nX-Padding: ${'x'.repeat(6000)}\r\n\r\n`],
])('responds to %s with %d, and with a body unless it is HEAD', async (method, status, text) => {
  const response = await sendRaw(origin, Buffer.from(text), 5000)
  expect(response.status).toBe(status)
  const length = Number(response.headers.get('content-length'))
  expect(length).toBeGreaterThan(0)
  expect(response.text).toHaveLength(method === 'HEAD' ? 0 : length)
})

it('reports one response to a client that sends more after its error', async () => {
  const { client, connection } = await connectClient()
  client.on('data', () => {
    for (let sent = 0; sent < 20; sent++) client.write('FOO /\r\n\r\n')
  })
  client.write('FOO /\r\n\r\n')
  await untilClosed(connection)
  await sendRequest(origin, '/nope')
  expect(entries).toMatchObject([{ status: 400 }])
})

it('reports no response to a connection on which nothing has arrived', async () => {
  const { client, connection } = await connectClient()
  const [text] = (await once(client, 'data')) as [Buffer]
  expect(text.toString()).toMatch(/^HTTP\/1\.1 408 /)
  await untilClosed(connection)
  expect(entries).toEqual([])
})
