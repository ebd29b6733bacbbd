import Router from '@koa/router'
import { createApp } from '../../src/app'
import { fillPlaceholders, addPageRoutes } from '../../src/http/pages/built-page'
import { NO_TABLES } from '../support/no-tables'
import { sendRequest, type ReceivedResponse } from '../support/send-request'
import { serveApp, type ServedApp } from '../support/serve-app'

const page = fillPlaceholders(
  new Map([
    ['index.html', Buffer.from('<title>NAME</title>')],
    ['assets/page-B1x_-.js', Buffer.from('run()')],
  ]),
  { NAME: 'tables' },
)

describe.each(['', '/deep/page'])('a page at "%s"', (path) => {
  let served: ServedApp
  beforeAll(async () => {
    const router = new Router({ sensitive: true, strict: true })
    addPageRoutes(router, 'page', page, { path, contentSecurityPolicy: "default-src 'self'" })
    served = await serveApp(createApp({ tables: NO_TABLES, otherRoutes: [router] }))
  })
  afterAll(() => {
    served.stop()
  })
  const get = (file: string, headers?: Record<string, string>): Promise<ReceivedResponse> =>
    sendRequest(served.origin, path + file, { ...(headers && { headers }) })

  it('is sent with its placeholders filled in, and revalidated by its ETag', async () => {
    const { status, headers, text } = await get('/')
    expect([status, text]).toEqual([200, '<title>tables</title>'])
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'self'",
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    })
    expect((await get('/', { 'If-None-Match': headers.etag ?? '' })).status).toBe(304)
  })

  it('has immutable files, whose names change with their content', async () => {
    const { status, headers, text } = await get('/assets/page-B1x_-.js')
    expect([status, text]).toEqual([200, 'run()'])
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(headers['cache-control']).toContain('immutable')
  })

  it.each(['/index.html', '/assets/', '/assets/..%2f..%2fpackage.json', '/assets/x.js'])(
    'responds 404 at %s',
    async (file) => {
      const { status, text } = await get(file)
      expect(status).toBe(404)
      expect(JSON.parse(text)).toMatchObject({ error: 'NOT_FOUND' })
    },
  )
})

it('redirects to the path with a final slash, because links to its files are relative', async () => {
  const router = new Router({ strict: true })
  addPageRoutes(router, 'page', page, { path: '/deep/page', contentSecurityPolicy: '' })
  const { origin, stop } = await serveApp(createApp({ tables: NO_TABLES, otherRoutes: [router] }))
  const { status, headers } = await sendRequest(origin, '/deep/page')
  expect([status, headers.location]).toEqual([301, 'page/'])
  stop()
})
