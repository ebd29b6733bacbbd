/** A request has one valid `Host`, unless it is of HTTP/1.0. */
import type { Server } from 'node:http'
import { createApp } from '../../src'
import { drain } from '../../src/http/drain'
import { addressOf, listen } from '../../src/http/http-server'
import { NO_TABLES } from '../support/no-tables'
import { sendRaw } from '../support/raw-request'

let server: Server
let origin: string
beforeAll(async () => {
  server = await listen(createApp({ tables: NO_TABLES }), { host: '127.0.0.1', port: 0 })
  origin = addressOf(server, '127.0.0.1')
})
afterAll(() => drain(server, 0))

const hostLine = (host: string): string => `Host: ${host}\r\n`

it.each([
  ...['', 'Host: a\r\nhost: b\r\n'],
  ...['a b', 'a\tb', 'a/b', 'a,b', 'a, b', 'u@a', 'a:b', 'a:80:80', '%zz', 'a?b', 'bücher.de'].map(
    hostLine,
  ),
  ...['::1', '[::1', '[]', '[a]', '[::1]a', '[1.2.3.4]', '"a"', '<a>', 'a\\b'].map(hostLine),
])('refuses the headers %j for Host', async (hosts) => {
  const head = `GET /nope HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`
  const response = await sendRaw(origin, Buffer.from(head), 5000)
  expect(response.status).toBe(400)
  expect(JSON.parse(response.text)).toMatchObject({
    error: 'INVALID_QUERY',
    details: { parameter: 'request' },
  })
})

it.each([
  ...[
    '',
    'a',
    'A.example.',
    'a_b',
    'xn--bcher-kva.de',
    'a:80',
    'a:',
    ':80',
    '127.0.0.1:1',
    'a%20b',
  ],
  ...['[::1]', '[::1]:80', '[FE80::1%25eth0]', '[::ffff:1.2.3.4]:1', '[v1.a:b]', "a~!$&'()*+;=b"],
])('accepts %j for Host', async (host) => {
  const head = `GET /nope HTTP/1.1\r\n${hostLine(host)}Connection: close\r\n\r\n`
  expect((await sendRaw(origin, Buffer.from(head), 5000)).status).toBe(404)
})

it('accepts a request of HTTP/1.0 without Host', async () => {
  const head = 'GET /nope HTTP/1.0\r\n\r\n'
  expect((await sendRaw(origin, Buffer.from(head), 5000)).status).toBe(404)
})

it.each([
  ['x', 404],
  // Its name is that of the URL, but the header must be valid too.
  ['a b', 400],
])('reads the path of an absolute URL, with Host: %s', async (host, expected) => {
  const head = `GET http://y/nope HTTP/1.1\r\n${hostLine(host)}Connection: close\r\n\r\n`
  const { status, text } = await sendRaw(origin, Buffer.from(head), 5000)
  expect(status).toBe(expected)
  if (status === 404) expect(text).toContain('The path /nope does not exist.')
})
