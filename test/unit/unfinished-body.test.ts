/** A request with a body gets one response, whatever happens to the rest of its body. */
import { setTimeout as delay } from 'node:timers/promises'
import Koa from 'koa'
import { drain } from '../../src/http/drain'
import { addressOf, listen } from '../../src/http/http-server'
import { sendRaw } from '../support/raw-request'

const TIMEOUT = 5000
const REQUEST_TIMEOUT = 200

let origin: string
let stop: () => Promise<void>
beforeAll(async () => {
  const app = new Koa()
  app.use(async (ctx) => {
    if (ctx.path === '/slow') await delay(3 * REQUEST_TIMEOUT)
    ctx.body = ctx.path
  })
  const address = { host: '127.0.0.1', port: 0 }
  const server = await listen(app, { ...address, requestTimeout: REQUEST_TIMEOUT })
  origin = addressOf(server, address.host)
  stop = () => drain(server, 0)
})
afterAll(() => stop())

const LENGTH = 'Content-Length: 5\r\n\r\n'
const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n'

it.each([
  ['does not arrive in time', '/fast', `${LENGTH}he`],
  ['does not arrive before the response', '/slow', `${LENGTH}he`],
  ['is malformed', '/fast', `${CHUNKED}zz\r\n`],
  ['is malformed from its second chunk on', '/slow', `${CHUNKED}2\r\nhe\r\nzz\r\n`],
])('sends one response to a request whose body %s', async (_case, path, rest) => {
  const head = `GET ${path} HTTP/1.1\r\nHost: x\r\n${rest}`
  const { status, text } = await sendRaw(origin, Buffer.from(head), TIMEOUT)
  expect([status, text]).toEqual([200, path])
})

it('responds to malformed input after a complete body', async () => {
  const text = `GET /fast HTTP/1.1\r\nHost: x\r\n${LENGTH}helloGET /\x01 HTTP/1.1\r\n\r\n`
  const response = await sendRaw(origin, Buffer.from(text), TIMEOUT)
  expect([response.status, response.text]).toEqual([
    200,
    expect.stringMatching(/^\/fastHTTP\/1\.1 400 /) as unknown,
  ])
})
