/** Origins whose pages may read responses. */
import { authenticationFailed, createApp } from '../../src'
import { NO_TABLES } from '../support/no-tables'
import type { RequestOptions } from '../support/send-request'
import { serveApp, type ServedApp } from '../support/serve-app'

let served: ServedApp
afterEach(() => {
  served.stop()
})

const refuse = (): never => {
  throw authenticationFailed('test', 'nobody may read')
}

async function send(
  corsOrigins: string[],
  origin: string,
  { method = 'GET', headers = {} }: RequestOptions = {},
): Promise<Response> {
  const app = createApp({ tables: NO_TABLES, corsOrigins, authenticate: refuse })
  served = await serveApp(app)
  return fetch(`${served.origin}/api/table-viewer/tables`, {
    method,
    headers: { Origin: origin, ...headers },
  })
}

const allowed = (response: Response): string | null =>
  response.headers.get('Access-Control-Allow-Origin')

const preflight = {
  method: 'OPTIONS',
  headers: {
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'authorization,x-api-key',
  },
}

it('allows no origin by default', async () => {
  const response = await send([], 'https://app.example', preflight)
  expect(allowed(response)).toBeNull()
  expect(response.headers.get('Vary') ?? '').not.toContain('Origin')
})

it.each([
  [['https://app.example'], 'https://app.example', 'https://app.example'],
  [['https://app.example', 'https://b.example'], 'https://b.example', 'https://b.example'],
  [['capacitor://localhost'], 'capacitor://localhost', 'capacitor://localhost'],
  [['https://app.example'], 'https://evil.example', null],
  [['https://app.example'], 'https://app.example.evil.example', null],
  [['https://app.example'], 'http://app.example', null],
  [['https://app.example'], 'null', null],
  [['*'], 'https://any.example', '*'],
])('with origins %j, a page of %s gets %s', async (origins, origin, expected) => {
  const response = await send(origins, origin)
  // Pages may read error responses too.
  expect(response.status).toBe(401)
  expect(allowed(response)).toBe(expected)
  expect(response.headers.get('Vary')).toContain('Origin')
  expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
})

it('exposes the response headers of the API', async () => {
  const { headers } = await send(['*'], 'https://app.example')
  expect(headers.get('Access-Control-Expose-Headers')?.split(',').sort()).toEqual([
    'ETag',
    'Link',
    'Retry-After',
    'WWW-Authenticate',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'X-Request-Id',
    'X-Total-Age',
  ])
})

it('responds to a preflight request without credentials', async () => {
  const { status, headers } = await send(['https://app.example'], 'https://app.example', preflight)
  expect([status, headers.get('Access-Control-Allow-Methods')]).toEqual([204, 'GET,HEAD'])
  expect(headers.get('Access-Control-Allow-Headers')).toBe('authorization,x-api-key')
  expect(headers.get('Access-Control-Max-Age')).toBe('600')
})
