import { conformance } from '../../fixtures/conformance/conformance'
import { describeEachEngine } from '../support/describe-each-engine'

describeEachEngine('http', conformance, (t) => {
  it('responds with JSON in UTF-8 that only private caches may store', async () => {
    for (const path of ['query?table=people', 'tables', 'tables/people']) {
      const { headers, text } = await t.app.get(path)
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(text)),
        'cache-control': 'private, no-cache',
        vary: 'Accept-Encoding, Authorization',
      })
    }
  })

  it('keeps browsers from running, framing or sniffing a response', async () => {
    for (const path of ['tables', 'query?table=people', 'query?page=0', 'nope']) {
      expect((await t.app.get(path)).headers).toMatchObject({
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      })
    }
  })

  it('responds to HEAD as to GET, without a body', async () => {
    for (const path of ['query?table=people', 'tables', 'tables/people', 'tables/nope']) {
      const get = await t.app.get(path)
      const head = await t.app.get(path, { method: 'HEAD' })
      expect([head.status, head.text]).toEqual([get.status, ''])
      for (const name of ['content-type', 'content-length', 'link']) {
        expect(head.headers[name]).toEqual(get.headers[name])
      }
    }
  })

  it.each(['query', 'tables', 'tables/people'])(
    'responds to OPTIONS of %s with the allowed methods',
    async (path) => {
      const { status, headers, text } = await t.app.get(path, { method: 'OPTIONS' })
      expect([status, headers['allow'], text]).toEqual([204, 'GET, HEAD, OPTIONS', ''])
    },
  )

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'TRACE'])(
    'does not allow %s',
    async (method) => {
      const { status, headers, text } = await t.app.get('query?table=people', { method })
      expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
      expect(JSON.parse(text)).toEqual({
        error: 'METHOD_NOT_ALLOWED',
        message: `${method} is not allowed: this API only reads.`,
      })
    },
  )

  it.each([
    '/',
    '/api/table-viewer',
    '/api/table-viewer/nope',
    '/api/table-viewer/Query',
    '/api/table-viewer/tables/a/b',
  ])('responds 404 at %s', async (path) => {
    const { status, headers, text } = await t.app.request(path)
    expect(JSON.parse(text)).toEqual({
      error: 'NOT_FOUND',
      message: `The path ${path} does not exist.`,
    })
    expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
  })

  it('repeats the request id of the client, or generates one', async () => {
    const longest = 'abc-123~'.repeat(16)
    const repeated = await t.app.get('tables', { headers: { 'X-Request-Id': longest } })
    expect(repeated.headers['x-request-id']).toBe(longest)
    const generated = await t.app.get('nope')
    expect(generated.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    for (const invalid of ['a b', 'a'.repeat(129)]) {
      const replaced = await t.app.get('tables', { headers: { 'X-Request-Id': invalid } })
      expect(replaced.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    }
  })

  it.each([
    ['page=1', ['first=1', 'next=2', 'last=5']],
    ['page=3', ['first=1', 'prev=2', 'next=4', 'last=5']],
    ['page=5', ['first=1', 'prev=4', 'last=5']],
    ['page=9', ['first=1', 'prev=5', 'last=5']],
    ['page=1&filter=1', ['first=1', 'last=1']],
  ])('links to the pages around %s', async (query, expected) => {
    const { headers } = await t.app.get(`query?table=numbers&limit=5&sort=n:desc&${query}`)
    const links = String(headers['link'])
      .split(', ')
      .map((link) => /^<(\?[^>]*)>; rel="(\w+)"$/.exec(link) ?? [])
    const pages = links.map(([, target, rel]) => {
      const params = new URLSearchParams(target)
      expect(params.get('table')).toBe('numbers')
      expect(params.get('sort')).toBe('n:desc')
      return `${rel}=${params.get('page')}`
    })
    expect(pages).toEqual(expected)
  })

  it.each([
    [100, true],
    [1000, false],
  ])('links to pages of a filter of %i letters: %s', async (length, expected) => {
    const { headers } = await t.app.get(`query?table=people&filter=${'%C3%A9'.repeat(length)}`)
    expect('link' in headers).toBe(expected)
  })

  it('has valid links for a request with special characters', async () => {
    const query = 'table=people&filter=%3E%2C%22&columns=%22id%22&p%61ge=1&x=<">'
    const { headers } = await t.app.get(`query?${query}`)
    const [, target] = /<(\?[^>]*)>; rel="last"/.exec(String(headers['link'])) ?? []
    expect((await t.app.get(`query${target}`)).status).toBe(200)
  })
})
