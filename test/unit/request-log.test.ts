import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { JWTPayload } from 'jose' with { 'resolution-mode': 'import' }
import Koa from 'koa'
import { authenticationFailed, createApp, jsonWebTokens, type TableService } from '../../src'
import { createHealth } from '../../src/http/operations/health'
import { operationsRoutes } from '../../src/http/operations/routes'
import { requestLog, type RequestLogEntry } from '../../src/http/request-log'
import { BY_SECRET, sign } from '../support/json-web-tokens'
import { NO_TABLES } from '../support/no-tables'
import { serveApp } from '../support/serve-app'
import { waitUntil } from '../support/wait-until'

/** Bytes; more than the buffers of both sockets hold. */
const LARGE = 64 * 1024 * 1024

/** The entry of one response of the given size, which the client handles. */
async function entryOf(
  bytes: number,
  headers: http.OutgoingHttpHeaders,
  handle: (response: http.IncomingMessage) => unknown,
): Promise<RequestLogEntry> {
  const app = new Koa()
  app.silent = true
  const logged = new Promise<RequestLogEntry>((resolve) => app.use(requestLog(resolve)))
  app.use((ctx) => {
    ctx.body = Buffer.alloc(bytes)
  })
  const { origin, stop } = await serveApp(app)
  try {
    const [response] = (await once(http.get(origin, { headers }), 'response')) as [
      http.IncomingMessage,
    ]
    handle(response)
    return await logged
  } finally {
    stop()
  }
}

it.each(['keep-alive', 'close'])(
  'a client that receives the whole response is not logged as aborted (%s)',
  async (Connection) => {
    const entry = await entryOf(LARGE, { Connection }, (response) => response.resume())
    expect(entry).toMatchObject({ status: 200, isAborted: false })
  },
)

it('a client that disconnects within the body is logged as aborted', async () => {
  const disconnect = (response: http.IncomingMessage): void => {
    response.on('error', () => undefined)
    response.once('data', () => {
      response.destroy()
    })
  }
  expect(await entryOf(LARGE, {}, disconnect)).toMatchObject({ status: 200, isAborted: true })
})

/** The entry of one response over HTTP/2, and the errors of the app. */
async function http2EntryOf(
  tables: TableService,
  path: string,
  handle: (stream: http2.ClientHttp2Stream) => unknown,
): Promise<[RequestLogEntry, unknown[]]> {
  let log: (entry: RequestLogEntry) => void = () => undefined
  const logged = new Promise<RequestLogEntry>((resolve) => (log = resolve))
  const app = createApp({ tables, onResponse: log })
  const errors: unknown[] = []
  app.on('error', (error) => errors.push(error))
  const listener = app.callback()
  const server = http2.createServer((req, res) => void listener(req, res)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const session = http2.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  try {
    handle(session.request({ ':path': path }))
    return [await logged, errors]
  } finally {
    session.close()
    server.close()
  }
}

it('a whole response over HTTP/2 is not logged as aborted', async () => {
  const [entry] = await http2EntryOf(NO_TABLES, '/api/table-viewer/tables', (stream) =>
    stream.resume(),
  )
  expect(entry).toMatchObject({ status: 200, isAborted: false })
})

it('a request that an HTTP/2 client cancels is logged as aborted, and is no failure', async () => {
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const query: TableService['query'] = (_query, signal) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => {
        reject(signal.reason as Error)
      })
      begin()
    })
  const tables = { ...NO_TABLES, query }
  const [entry, errors] = await http2EntryOf(
    tables,
    '/api/table-viewer/query?table=slow',
    (stream) => {
      stream.on('error', () => undefined)
      void begun.then(async () => {
        await delay(20)
        stream.close(http2.constants.NGHTTP2_CANCEL)
      })
    },
  )
  expect(entry).toMatchObject({ status: 499, isAborted: true })
  // Although the read has not ended.
  expect(entry.databaseMs).toBeGreaterThan(10)
  expect(errors).toEqual([])
})

it('logs the route of every request that matches one, also of a refused one', async () => {
  const routes: unknown[] = []
  const health = createHealth(() => Promise.resolve(true))
  const app = createApp({
    tables: NO_TABLES,
    authenticate: () => {
      throw authenticationFailed('test', 'nobody may read')
    },
    onResponse: ({ route, status }) => routes.push([route, status]),
    otherRoutes: [operationsRoutes(health)],
  })
  const { origin, stop } = await serveApp(app)
  const paths = ['query?table=t', 'tables', 'tables/t', 'nothing']
  for (const path of [...paths.map((name) => `api/table-viewer/${name}`), 'healthz', 'readyz'])
    await (await fetch(`${origin}/${path}`)).text()
  await waitUntil(() => routes.length === 6)
  stop()
  expect(routes).toEqual([
    ['query', 401],
    ['tables', 401],
    ['tables/:table', 401],
    ['other', 404],
    ['healthz', 200],
    ['readyz', 200],
  ])
})

it.each([
  [{ iss: 'another' }, 'unexpected "iss" claim value'],
  [{ sub: 5 }, 'the claim "sub" has a wrong type or form'],
  [{ permissions: { allow: 5 } }, 'the claim "permissions" has a wrong type or form'],
  [undefined, 'signature verification failed'],
])(
  'logs why a token with %j is refused, which the response does not say',
  async (claims, reason) => {
    const options = { ...BY_SECRET, issuer: 'issuer', permissionsClaim: 'permissions' }
    const entries: RequestLogEntry[] = []
    const app = createApp({
      tables: NO_TABLES,
      authenticate: [await jsonWebTokens(options)],
      onResponse: (entry) => entries.push(entry),
    })
    const { origin, stop } = await serveApp(app)
    const payload = { iss: 'issuer', ...claims } as JWTPayload
    const key = claims ? undefined : Buffer.from('another secret of thirty-two characters')
    const headers = { Authorization: `Bearer ${await sign(payload, key)}` }
    const response = await fetch(`${origin}/api/table-viewer/tables`, { headers })
    expect(await response.json()).toMatchObject({ details: { reason: 'the token is not valid' } })
    await waitUntil(() => entries.length > 0)
    stop()
    expect(entries).toMatchObject([{ status: 401, refusal: reason }])
  },
)

it('logs no text of a token', async () => {
  const entries: RequestLogEntry[] = []
  const app = createApp({
    tables: NO_TABLES,
    authenticate: [await jsonWebTokens(BY_SECRET)],
    onResponse: (entry) => entries.push(entry),
  })
  const { origin, stop } = await serveApp(app)
  const header = { alg: 'HS256', crit: ['my number'], 'my number': 1 }
  const token = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.e30.AAAA`
  await fetch(`${origin}/api/table-viewer/tables`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  await waitUntil(() => entries.length > 0)
  stop()
  expect(entries).toMatchObject([
    { status: 401, refusal: 'the token needs an extension or an algorithm that is not supported' },
  ])
})

it('logs no route of a request that is refused before its route is known', async () => {
  const entries: unknown[] = []
  const app = createApp({
    tables: NO_TABLES,
    maxUrlLength: 100,
    onResponse: ({ method, route, status }) => entries.push([method, route, status]),
  })
  const { origin, stop } = await serveApp(app)
  const tables = `${origin}/api/table-viewer/tables`
  await fetch(tables, { method: 'POST' })
  await fetch(tables, { method: 'OPTIONS' })
  await fetch(`${tables}?${'x'.repeat(100)}`)
  await waitUntil(() => entries.length === 3)
  stop()
  expect(entries).toEqual([
    ['POST', 'other', 405],
    ['OPTIONS', 'other', 204],
    ['GET', 'other', 414],
  ])
})
