import Router from '@koa/router'
import { createApp } from '../../src/app'
import { fillPlaceholders, addPageRoutes } from '../../src/http/pages/built-page'
import { NO_TABLES } from '../support/no-tables'
import { decoded, sendRequest, type ReceivedResponse } from '../support/send-request'
import { serveApp, type ServedApp } from '../support/serve-app'

const LARGE = 'run(); '.repeat(1000)

const page = fillPlaceholders(
  new Map([
    ['index.html', Buffer.from('<title>NAME</title>')],
    ['assets/page-B1x_-.js', Buffer.from('run()')],
    ['assets/large.js', Buffer.from(LARGE)],
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
  const get = (
    file: string,
    headers: Record<string, string> = {},
    method = 'GET',
  ): Promise<ReceivedResponse> => sendRequest(served.origin, path + file, { method, headers })

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

  it.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip, br;q=0'],
    ['deflate', 'deflate'],
  ])('has compressed files, also for HEAD: %s for "%s"', async (encoding, accepted) => {
    const headers = { 'Accept-Encoding': accepted }
    const plain = await get('/assets/large.js')
    const response = await get('/assets/large.js', headers)
    expect([response.status, decoded(response)]).toEqual([200, LARGE])
    const { etag = '' } = response.headers
    const expected = {
      etag: plain.headers.etag?.replace(/"$/, `-${encoding}"`),
      vary: 'Accept-Encoding',
      'content-encoding': encoding,
      'content-length': String(response.bytes.length),
    }
    expect(response.headers).toMatchObject(expected)
    const head = await get('/assets/large.js', headers, 'HEAD')
    expect([head.text, head.headers]).toMatchObject(['', expected])
    const cached = await get('/assets/large.js', { ...headers, 'If-None-Match': etag })
    expect([cached.status, cached.headers.etag, cached.headers.vary]).toEqual([
      ...[304, etag, 'Accept-Encoding'],
    ])
    expect(cached.headers['content-encoding']).toBeUndefined()
  })

  it.each(['', 'identity', '*;q=0', 'br;q=0.5, identity'])(
    'has files without compression for Accept-Encoding "%s"',
    async (accepted) => {
      const response = await get('/assets/large.js', { 'Accept-Encoding': accepted })
      const encoding = response.headers['content-encoding']
      expect([response.status, encoding, response.text]).toEqual([200, undefined, LARGE])
      expect(response.headers.vary).toBe('Accept-Encoding')
    },
  )

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
  for (const search of ['', '?table=a&x=%20']) {
    const { status, headers } = await sendRequest(origin, `/deep/page${search}`)
    expect([status, headers.location]).toEqual([301, `page/${search}`])
  }
  stop()
})
