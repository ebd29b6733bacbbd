/**
 * The built `tablequery view` in front of implementations that are slow, broken or hostile; view-addresses.stress.ts has
 * other addresses of both.
 */
import { request } from 'node:http'
import { outputOf } from '../support/built-program'
import { sendRaw } from '../support/raw-request'
import { sendRequest } from '../support/send-request'
import { waitUntil } from '../support/wait-until'
import { HUGE, received, silent } from './odd-upstream'
import { API, viewProgram } from './view-program'

jest.setTimeout(60_000)

const { program, upstreamAt, view } = viewProgram()

let upstream: string
let origin: string
beforeAll(async () => {
  upstream = await upstreamAt('127.0.0.1')
  origin = await view(upstream, '--header', 'X-API-Key: secret')
})
beforeEach(() => {
  received.length = 0
})

const get = (table: string, headers: Record<string, string> = {}) =>
  sendRequest(origin, `${API}/tables/${table}`, { headers })

it.each([
  ['gzip', '["gzip"]'],
  ['brotli', '["br"]'],
])('decodes %s, and sends no Content-Encoding', async (table, text) => {
  const response = await get(table, { 'Accept-Encoding': 'identity' })
  expect([response.status, response.text]).toEqual([200, text])
  expect(response.headers['content-encoding']).toBeUndefined()
})

it('responds to HEAD as to GET, without a body', async () => {
  const response = await sendRequest(origin, `${API}/tables/plain`, { method: 'HEAD' })
  expect([response.status, response.text]).toEqual([200, ''])
  const { headers } = await get('plain')
  for (const name of ['content-type', 'content-length'])
    expect(response.headers[name]).toBe(headers[name])
})

it('keeps the status of an error without a body', async () => {
  expect((await get('empty')).status).toBe(404)
})

it.each(['html', 'script', 'several'])('serves %s as plain text', async (table) => {
  const { headers } = await get(table)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
})

it('forwards caching headers, but none that concerns the origin of the implementation', async () => {
  const { headers } = await get('policies')
  expect(headers).toMatchObject({
    vary: 'Authorization',
    'last-modified': 'Mon, 01 Jun 2026 10:00:00 GMT',
  })
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  for (const name of ['access-control-allow-origin', 'clear-site-data', 'set-cookie'])
    expect(headers[name]).toBeUndefined()
})

it('does not forward hop-by-hop and range headers', async () => {
  await get('plain', {
    Connection: 'keep-alive, X-Private',
    'X-Private': 'between the two',
    'Proxy-Authorization': 'Basic cHJveHk=',
    'Proxy-Connection': 'keep-alive',
    TE: 'trailers',
    Range: 'bytes=0-1',
    'If-Range': '"1"',
    Via: '1.1 somewhere',
    'X-Kept': 'of a scheme of its own',
  })
  const [headers = {}] = received
  expect(headers['x-kept']).toBe('of a scheme of its own')
  expect(headers['x-api-key']).toBe('secret')
  const names = ['x-private', 'proxy-authorization', 'proxy-connection', 'te']
  for (const name of [...names, 'range', 'if-range', 'via']) expect(headers[name]).toBeUndefined()
})

it('responds to a request that expects 100 Continue', async () => {
  expect((await get('plain', { Expect: '100-continue' })).status).toBe(200)
})

it('aborts its response if the implementation aborts, and prints why once', async () => {
  const { line, child } = await program.serve(['view', upstream])
  const printed = outputOf(child.stderr)
  const front = new URL(line.split(' ')[1] ?? '').origin
  await expect(sendRequest(front, `${API}/tables/broken`)).rejects.toThrow('aborted')
  expect((await sendRequest(front, `${API}/tables/plain`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await printed).toMatch(
    /^tablequery view: http:\S+\/tables\/broken: the server closed the connection within its response\n$/,
  )
})

it('reports why the implementation does not respond', async () => {
  const { status, text } = await get('refuses')
  expect(status).toBe(500)
  expect(JSON.parse(text)).toEqual({
    error: 'INTERNAL_SERVER_ERROR',
    message: expect.stringMatching(
      /tables\/refuses: the server closed the connection without a response$/,
    ) as unknown,
  })
})

it('aborts its request if the implementation does not begin its response in time', async () => {
  const front = await view(upstream, '--timeout', '1000')
  const before = silent.closed
  const { status, text } = await sendRequest(front, `${API}/tables/silent`)
  expect([status, JSON.parse(text)]).toEqual([
    500,
    {
      error: 'INTERNAL_SERVER_ERROR',
      message: expect.stringMatching(
        /tables\/silent: no response within 1000 ms \(--timeout\)$/,
      ) as unknown,
    },
  ])
  await waitUntil(() => silent.closed === before + 1)
  // The limit is that of the beginning.
  expect((await sendRequest(front, `${API}/tables/slow`)).text).toBe('["slow"]')
})

it('aborts its request if the browser disconnects', async () => {
  const { hostname, port } = new URL(origin)
  const { opened, closed } = silent
  const sent = request({ hostname, port, path: `${API}/tables/silent`, agent: false })
  sent.on('error', () => undefined).end()
  await waitUntil(() => silent.opened === opened + 1)
  sent.destroy()
  await waitUntil(() => silent.closed === closed + 1)
})

it('streams a response of any size', async () => {
  const { status, bytes } = await get('huge')
  expect([status, bytes.length]).toEqual([200, HUGE + 2])
})

it.each([
  ['evil.example', 404],
  ['localhost.evil.example', 404],
  ['127.0.0.1.evil.example', 404],
  ['127.0.0.1@evil.example', 400],
])('refuses the host %s', async (host, expected) => {
  const { status } = await sendRequest(origin, `${API}/tables`, { headers: { Host: host } })
  expect(status).toBe(expected)
  const forwarded = { 'X-Forwarded-Host': '127.0.0.1', Host: host }
  const response = await sendRequest(origin, `${API}/tables`, { headers: forwarded })
  expect(response.status).toBe(expected)
  expect(received).toEqual([])
})

it.each([
  ['two lengths', 'Content-Length: 4\r\nContent-Length: 40\r\n\r\nGET '],
  ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['a line feed in a header', 'X-A: b\nGET /x HTTP/1.1\r\n\r\n'],
])('refuses a request with %s', async (_name, rest) => {
  const { host } = new URL(origin)
  const head = `GET ${API}/tables HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`
  const { status } = await sendRaw(origin, Buffer.from(head + rest), 30_000)
  expect(status).toBe(400)
  expect(received).toEqual([])
})

it('forwards one request without its body', async () => {
  const { host } = new URL(origin)
  const body = `GET ${API}/tables/inner HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  const head = `GET ${API}/tables HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`
  await sendRaw(origin, Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n${body}`), 30_000)
  expect(received.map((headers) => headers['content-length'])).toEqual([undefined])
})

it('opens no tunnel and no web socket', async () => {
  const { host } = new URL(origin)
  const socket = `GET ${API}/tables HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`
  const { status } = await sendRaw(origin, Buffer.from(socket), 30_000)
  expect(status).not.toBe(101)
  for (const headers of received) expect(headers['upgrade']).toBeUndefined()
  const tunnel = `CONNECT evil.example:443 HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  expect((await sendRaw(origin, Buffer.from(tunnel), 30_000)).status).not.toBe(200)
})
