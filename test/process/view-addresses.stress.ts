/** The built `tablequery view` at other addresses than 127.0.0.1. */
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { sendRequest } from '../support/send-request'
import { API, viewProgram } from './view-program'

jest.setTimeout(60_000)

const { upstreamAt, view } = viewProgram()

it('accepts IPv6 addresses on both sides', async () => {
  const front = await view(`${await upstreamAt('::1')}/base/path/`, '--host', '::1')
  expect(front).toMatch(/^http:\/\/\[::1\]:\d+$/)
  const { port } = new URL(front)
  const sent = request({ host: '::1', port, path: `${API}/tables/plain`, agent: false })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  expect(response.statusCode).toBe(200)
})

it('refuses other host names on any address of this machine', async () => {
  const front = await view(await upstreamAt('127.0.0.1'), '--host', '127.0.0.2')
  expect((await sendRequest(front, `${API}/tables`)).status).toBe(200)
  const evil = { headers: { Host: 'evil.example' } }
  expect((await sendRequest(front, `${API}/tables`, evil)).status).toBe(404)
})

it('reports that the host of the implementation is not found', async () => {
  const front = await view('http://no-such-host.invalid/api')
  const { text } = await sendRequest(front, `${API}/tables`)
  expect(text).toContain('cannot reach http://no-such-host.invalid/api/tables: host not found')
})
