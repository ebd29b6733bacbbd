import Router from '@koa/router'
import type { Context } from 'koa'
import { createApp } from '../../src'
import { NO_TABLES } from '../support/no-tables'
import { sendRequest } from '../support/send-request'
import { serveApp, type ServedApp } from '../support/serve-app'

const errors: unknown[] = []
let served: ServedApp
beforeAll(async () => {
  const router = new Router()
  router.get('/missing', (ctx) => ctx.throw(404))
  router.get('/forbidden', (ctx: Context) => {
    ctx.assert(false, 403, '<b>Members only</b>')
  })
  router.get('/login', (ctx) => ctx.throw(401, { headers: { 'WWW-Authenticate': 'Basic' } }))
  router.get('/hidden', (ctx) => ctx.throw(400, 'an internal message', { expose: false }))
  router.post('/form', (ctx) => (ctx.body = 'posted'))
  router.get('/failed', (ctx) => ctx.throw(503, 'an internal message'))
  router.get('/shown', (ctx) => ctx.throw(500, 'an internal message', { expose: true }))
  const app = createApp({ tables: NO_TABLES, otherRoutes: [router] })
  app.on('error', (error) => errors.push(error))
  served = await serveApp(app)
})
afterAll(() => {
  served.stop()
})
beforeEach(() => {
  errors.length = 0
})

it.each([
  ['/missing', 404, 'Not Found'],
  ['/forbidden', 403, '<b>Members only</b>'],
  ['/login', 401, 'Unauthorized'],
])('sends the status and message of an error that the route %s exposes', async (path, ...sent) => {
  const { status, headers, text } = await sendRequest(served.origin, path)
  expect([status, text]).toEqual(sent)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['www-authenticate']).toBe(status === 401 ? 'Basic' : undefined)
  expect(errors).toEqual([])
})

it.each(['/hidden', '/failed', '/shown'])('hides the error of the route %s', async (path) => {
  const { status, text } = await sendRequest(served.origin, path)
  expect([status, JSON.parse(text)]).toMatchObject([500, { error: 'INTERNAL_SERVER_ERROR' }])
  expect(text).not.toContain('an internal message')
  expect(errors).toHaveLength(1)
})

it.each([
  ['/form', 'GET', 'OPTIONS, POST', 'the path allows OPTIONS, POST'],
  ['/missing', 'POST', 'GET, HEAD, OPTIONS', 'this API only reads'],
])('refuses another method of the route %s', async (path, method, allow, reason) => {
  const { status, headers, text } = await sendRequest(served.origin, path, { method })
  expect([status, headers['allow']]).toEqual([405, allow])
  expect(JSON.parse(text)).toEqual({
    error: 'METHOD_NOT_ALLOWED',
    message: `${method} is not allowed: ${reason}.`,
  })
})
