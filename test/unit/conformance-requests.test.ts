/** The requests of the conformance checks, and the commands that repeat them. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { curlOf } from '../../src/conformance/exchange'
import { Requester } from '../../src/conformance/requester'

let server: Server
let baseUrl: string
beforeAll(async () => {
  server = createServer(({ headers }, response) => {
    response.end(JSON.stringify(headers))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

it.each([
  ['Authorization', 'Bearer sesame', 'Bearer wrong'],
  ['Authorization', 'open sesame please', 'wrong'],
  ['X-API-Key', 'open sesame', 'wrong'],
])('send wrong credentials in place of %s: %s', async (name, value, wrong) => {
  const headers = { [name]: value }
  const requester = new Requester({ baseUrl, headers, maxRequests: 2, timeout: 5000 })
  const exchange = await requester.send('tables', { credentials: 'wrong' })
  expect(exchange.body).toMatchObject({ [name.toLowerCase()]: wrong })
  expect(curlOf(exchange)).toBe(
    `curl -i -H 'Accept: application/json' -H '${name}: ${wrong}' '${baseUrl}/tables'`,
  )
  const valid = await requester.send('tables')
  expect(valid.body).toMatchObject({ [name.toLowerCase()]: value })
  expect(curlOf(valid)).not.toContain('sesame')
})

it('do not wait after the last attempt', async () => {
  let requests = 0
  const busy = createServer((_request, response) => {
    requests++
    response.writeHead(429, { 'Retry-After': requests < 20 ? '0' : '60' }).end()
  }).listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const address = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`
  const requester = new Requester({ baseUrl: address, headers: {}, maxRequests: 50, timeout: 5000 })
  // Each of the other waits takes a quarter of a second.
  await expect(requester.send('tables')).rejects.toThrow('429 after 20 attempts')
  busy.close()
})
