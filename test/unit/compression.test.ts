/** Large responses are compressed when Accept-Encoding allows it. */
import { stat } from 'node:fs/promises'
import zlib, { gunzipSync, gzipSync } from 'node:zlib'
import { Readable } from 'node:stream'
import Router from '@koa/router'
import { createApp } from '../../src'
import { declareConstant } from '../../src/http/constant-bodies'
import { NO_TABLES } from '../support/no-tables'
import {
  decoded,
  sendRequest,
  type ReceivedResponse,
  type RequestOptions,
} from '../support/send-request'
import { serveApp, type ServedApp } from '../support/serve-app'

const TABLES = Array.from({ length: 200 }, (_, number) => `table ${number}`)
const TEXT = JSON.stringify(TABLES)

let served: ServedApp
let tables: readonly string[] = TABLES
beforeAll(async () => {
  const listing = { ...NO_TABLES, listTables: () => Promise.resolve(tables) }
  served = await serveApp(createApp({ tables: listing }))
})
afterAll(() => {
  served.stop()
})
beforeEach(() => {
  tables = TABLES
})

const send = (
  headers: Record<string, string>,
  options: RequestOptions = {},
): Promise<ReceivedResponse> =>
  sendRequest(served.origin, '/api/table-viewer/tables', { ...options, headers })

it.each(['br', 'gzip', 'deflate'])('compresses with %s', async (encoding) => {
  const response = await send({ 'Accept-Encoding': encoding })
  const { status, headers, bytes } = response
  expect([status, headers['content-encoding']]).toEqual([200, encoding])
  expect(headers['vary']).toContain('Accept-Encoding')
  expect(bytes.length).toBeLessThan(TEXT.length)
  expect(decoded(response)).toBe(TEXT)
})

it.each([
  ['no Accept-Encoding', {}],
  ['identity', { 'Accept-Encoding': 'identity' }],
  ['identity refused', { 'Accept-Encoding': 'identity;q=0' }],
  ['every encoding refused', { 'Accept-Encoding': '*;q=0' }],
  ['an unknown encoding', { 'Accept-Encoding': 'x-lzh' }],
  ['a header that is not valid', { 'Accept-Encoding': ';;q=,,' }],
])('does not compress with %s', async (_case, headers) => {
  const response = await send(headers)
  expect([response.status, response.headers['content-encoding'], response.text]).toEqual([
    ...[200, undefined, TEXT],
  ])
})

it.each(['zstd', 'zstd, identity;q=0', 'zstd, *;q=0'])(
  'compresses with zstd if Node.js supports it, for "%s"',
  async (accepted) => {
    const response = await send({ 'Accept-Encoding': accepted })
    const { status, headers } = response
    const isSupported = 'createZstdCompress' in zlib
    expect([status, headers['content-encoding']]).toEqual([200, isSupported ? 'zstd' : undefined])
    expect(decoded(response)).toBe(TEXT)
  },
)

it.each([
  [1023, undefined],
  [1024, 'gzip'],
])('with %i bytes, the encoding is %s', async (length, encoding) => {
  tables = ['x'.repeat(length - '[""]'.length)]
  const response = await send({ 'Accept-Encoding': 'gzip' })
  expect(response.headers['content-encoding']).toBe(encoding)
  const body = encoding === 'gzip' ? gunzipSync(response.bytes) : response.bytes
  expect(body.toString()).toBe(JSON.stringify(tables))
})

it.each([
  ['in the main thread, with', 4096, false],
  ['in another thread, with', 4097, true],
])('compresses %s %i bytes', async (_case, length, isLater) => {
  let isNextTurn = false
  const router = new Router().get('/text', async (ctx) => {
    // After the result of a thread, immediates run before that of another.
    await stat(__filename)
    ctx.body = 'x'.repeat(length)
    setImmediate(() => {
      isNextTurn = true
    })
  })
  const app = createApp({ tables: NO_TABLES, otherRoutes: [router] })
  const waits: boolean[] = []
  app.middleware.unshift(async (_ctx, next) => {
    await next()
    waits.push(isNextTurn)
  })
  const own = await serveApp(app)
  const response = await sendRequest(own.origin, '/text', { headers: { 'Accept-Encoding': 'br' } })
  own.stop()
  expect([response.headers['content-encoding'], decoded(response)]).toEqual([
    ...['br', 'x'.repeat(length)],
  ])
  expect(waits).toEqual([isLater])
})

it.each([
  ['at the same time', 3000],
  ['at the same time', 30_000],
  ['one after the other', 3000],
  ['one after the other', 30_000],
])('compresses equal bodies once for requests %s, of %i bytes', async (order, length) => {
  const router = new Router().get('/text', (ctx) => {
    ctx.body = 'x'.repeat(length)
  })
  const app = createApp({ tables: NO_TABLES, otherRoutes: [router] })
  const bodies: unknown[] = []
  app.middleware.unshift(async (ctx, next) => {
    await next()
    bodies.push(ctx.body)
  })
  const own = await serveApp(app)
  const sendOne = (encoding: string): Promise<ReceivedResponse> =>
    sendRequest(own.origin, '/text', { headers: { 'Accept-Encoding': encoding } })
  const responses =
    order === 'at the same time'
      ? await Promise.all([sendOne('gzip'), sendOne('gzip'), sendOne('gzip')])
      : [await sendOne('gzip'), await sendOne('gzip'), await sendOne('gzip')]
  const other = await sendOne('br')
  own.stop()
  expect([...responses, other].map(decoded)).toEqual(Array(4).fill('x'.repeat(length)))
  const [first, second, third, last] = bodies
  expect([second === first, third === first, last === first]).toEqual([true, true, false])
})

it('does not compress if compression is disabled', async () => {
  const listing = { ...NO_TABLES, listTables: () => Promise.resolve(TABLES) }
  const off = await serveApp(createApp({ tables: listing, compression: false }))
  const headers = { 'Accept-Encoding': 'gzip' }
  const response = await sendRequest(off.origin, '/api/table-viewer/tables', { headers })
  off.stop()
  expect([response.headers['content-encoding'], response.text]).toEqual([undefined, TEXT])
})

it('compresses a response without an ETag', async () => {
  const router = new Router().get('/text', (ctx) => {
    ctx.body = TEXT
  })
  const app = await serveApp(createApp({ tables: NO_TABLES, otherRoutes: [router] }))
  const headers = { 'Accept-Encoding': 'gzip' }
  const response = await sendRequest(app.origin, '/text', { headers })
  app.stop()
  expect([response.status, response.headers.etag]).toEqual([200, undefined])
  expect(gunzipSync(response.bytes).toString()).toBe(TEXT)
})

it.each([
  ['br;q=0.1, gzip;q=1', 'gzip'],
  ['gzip;q=0.2, *;q=0.1', 'gzip'],
  ['gzip, deflate', 'gzip'],
  ['deflate, gzip', 'gzip'],
  ['deflate;q=0.5, identity;q=0.5', 'deflate'],
  ['gzip;q=0.5, identity', undefined],
  ['br;q=0, gzip;q=x, *;q=0', undefined],
])('for "%s", a text, a constant and a stream have the encoding %s', async (accepted, encoding) => {
  const constant = declareConstant(Buffer.from(TEXT))
  const router = new Router()
    .get('/constant', (ctx) => {
      ctx.type = 'json'
      ctx.body = constant
    })
    .get('/stream', (ctx) => {
      ctx.type = 'json'
      ctx.body = Readable.from([TEXT])
    })
  const app = await serveApp(createApp({ tables: NO_TABLES, otherRoutes: [router] }))
  const headers = { 'Accept-Encoding': accepted }
  const responses = [
    await send(headers),
    await sendRequest(app.origin, '/constant', { headers }),
    await sendRequest(app.origin, '/stream', { headers }),
  ]
  app.stop()
  expect(responses.map((response) => response.headers['content-encoding'])).toEqual([
    ...[encoding, encoding, encoding],
  ])
  expect(responses.map(decoded)).toEqual([TEXT, TEXT, TEXT])
})

it.each([
  ['a compressed type', { 'Content-Type': 'image/png' }],
  ['no-transform', { 'Content-Type': 'text/plain', 'Cache-Control': 'no-cache, no-transform' }],
  ['a range', { 'Content-Type': 'text/plain', 'Content-Range': 'bytes 0-1999/2000' }],
  ['several ranges', { 'Content-Type': 'text/plain' }, 206],
])('does not compress %s', async (_case, responseHeaders, status = 200) => {
  const router = new Router().get('/other', (ctx) => {
    ctx.set(responseHeaders)
    ctx.status = status
    ctx.body = TEXT
  })
  const app = await serveApp(createApp({ tables: NO_TABLES, otherRoutes: [router] }))
  const headers = { 'Accept-Encoding': 'gzip' }
  const response = await sendRequest(app.origin, '/other', { headers })
  app.stop()
  expect([response.headers['content-encoding'], response.text]).toEqual([undefined, TEXT])
})

it('does not compress content that its route has encoded', async () => {
  const encoded = gzipSync(TEXT, { level: 0 })
  const router = new Router().get('/encoded', (ctx) => {
    ctx.set({ 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' })
    ctx.body = encoded
  })
  const app = await serveApp(createApp({ tables: NO_TABLES, otherRoutes: [router] }))
  const headers = { 'Accept-Encoding': 'gzip, br' }
  const response = await sendRequest(app.origin, '/encoded', { headers })
  app.stop()
  expect(response.headers['content-encoding']).toBe('gzip')
  expect(response.bytes.equals(encoded)).toBe(true)
})

it.each(['gzip', 'br', 'gzip;q=0.5, br;q=0.1', 'identity', 'x-lzh', '*;q=0', ''])(
  'responds to HEAD with the headers of GET, for "%s"',
  async (accepted) => {
    const headers = { 'Accept-Encoding': accepted }
    const get = await send(headers)
    const head = await send(headers, { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
    expect(comparable(head)).toEqual(comparable(get))
    const conditional = { ...headers, 'If-None-Match': get.headers.etag ?? '' }
    const unchanged = await send(conditional, { method: 'HEAD' })
    expect([unchanged.status, unchanged.headers.etag]).toEqual([304, get.headers.etag])
  },
)

/** Headers without those of the request alone, and of the transfer of a body. */
function comparable({ headers }: ReceivedResponse): unknown {
  return { ...headers, date: '', 'x-request-id': '', 'transfer-encoding': '' }
}
