/** The built `tablequery view`: the requests and the responses that it forwards. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { viewCommand } from '../../src/commands/view'
import { helpText } from '../../src/program/help-text'
import { StartError } from '../../src/start-error'
import { builtProgram } from '../support/built-program'
import { sendRequest } from '../support/send-request'
import { serveApp, type ServedApp } from '../support/serve-app'
import { freePort } from '../support/free-port'

const program = builtProgram()

interface Received {
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
}

const received: Received[] = []
let upstream: ServedApp
let elsewhere: ServedApp
let reachedElsewhere = 0
let origin: string

beforeAll(async () => {
  elsewhere = await serveApp((_req, res) => {
    reachedElsewhere++
    res.end('[]')
  })
  const server = createServer((req: IncomingMessage, res) => {
    received.push({ url: req.url, headers: req.headers })
    const { pathname } = new URL(req.url ?? '/', 'http://any')
    if (pathname === '/base/tables/moved') {
      res.writeHead(302, { Location: `${elsewhere.origin}/tables/moved` }).end()
    } else if (req.headers['if-none-match'] === '"1"') res.writeHead(304, { ETag: '"1"' }).end()
    else if (pathname === '/base/tables/refused') {
      res.writeHead(401, { 'WWW-Authenticate': 'Bearer', 'Content-Type': 'application/json' })
      res.end('{"error":"AUTHENTICATION_FAILED","message":"No token."}')
    } else {
      const headers = { 'Content-Type': 'application/json', 'Set-Cookie': 'a=b', ETag: '"1"' }
      res.writeHead(200, { ...headers, 'X-RateLimit-Remaining': '7' })
      res.end(JSON.stringify({ url: req.url }))
    }
  })
  upstream = await serveApp((req, res) => server.emit('request', req, res))
  const header = ['--header', 'X-API-Key: of the command line']
  const { line } = await program.serve(['view', `${upstream.origin}/base/`, ...header])
  expect(line).toMatch(/^Open http:\/\/127\.0\.0\.1:\d+\/ to see the tables of http:.*\/base$/)
  origin = new URL(line.split(' ')[1] ?? '').origin
}, 60_000)
afterAll(() => {
  program.clear()
  upstream.stop()
  elsewhere.stop()
})
beforeEach(() => {
  received.length = 0
})

const API = '/api/table-viewer'

it('serves the page, which names the forwarded API', async () => {
  const { text, headers } = await sendRequest(origin, '/')
  expect(text).toContain('<meta name="tablequery-api" content="api/table-viewer"')
  expect(headers['content-security-policy']).toContain("connect-src 'self'")
  const [, script = ''] = /<script [^>]*src="\.([^"]+)"/.exec(text) ?? []
  expect((await sendRequest(origin, script)).status).toBe(200)
  expect(received).toEqual([])
})

it.each([
  ['/tables', '/base/tables'],
  ['/tables/a%20b%2Fc', '/base/tables/a%20b%2Fc'],
  ['/query?table=x&filter=%2F%C3%A9+%22&sort=', '/base/query?table=x&filter=%2F%C3%A9+%22&sort='],
])('forwards %s', async (path, expected) => {
  const response = await sendRequest(origin, API + path)
  expect(JSON.parse(response.text)).toEqual({ url: expected })
  expect(received.map(({ url }) => url)).toEqual([expected])
  expect(response.headers).toMatchObject({ etag: '"1"', 'x-ratelimit-remaining': '7' })
})

it('forwards credentials and conditional headers, but no cookies', async () => {
  const sent = {
    Authorization: 'Bearer of the page',
    'X-User-ID': '7',
    Cookie: 'session=of another program',
    Origin: origin,
    Referer: `${origin}/`,
    'Sec-Fetch-Mode': 'cors',
    'X-Forwarded-For': '10.0.0.1',
  }
  const response = await sendRequest(origin, `${API}/tables`, { headers: sent })
  expect(received[0]?.headers).toMatchObject({
    authorization: 'Bearer of the page',
    'x-user-id': '7',
    'x-api-key': 'of the command line',
  })
  const names = ['cookie', 'origin', 'referer', 'x-forwarded-for']
  for (const name of names) expect(received[0]?.headers[name]).toBeUndefined()
  expect(response.headers['set-cookie']).toBeUndefined()
  const conditional = await sendRequest(origin, `${API}/tables`, {
    headers: { 'If-None-Match': '"1"' },
  })
  expect([conditional.status, conditional.text]).toEqual([304, ''])
})

it('prefers a header of the page to the same header of the command line', async () => {
  await sendRequest(origin, `${API}/tables`, { headers: { 'X-API-Key': 'of the page' } })
  expect(received[0]?.headers['x-api-key']).toBe('of the page')
})

it('forwards error responses', async () => {
  const { status, text, headers } = await sendRequest(origin, `${API}/tables/refused`)
  expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer'])
  expect(JSON.parse(text)).toMatchObject({ error: 'AUTHENTICATION_FAILED' })
})

it('reports the target of a redirect instead of following it', async () => {
  const { status, text } = await sendRequest(origin, `${API}/tables/moved`)
  expect(status).toBe(500)
  expect(text).toContain(`redirects to ${elsewhere.origin}/tables/moved`)
  expect(reachedElsewhere).toBe(0)
})

it.each(['/tables/%FF', '/tables/%', '/tables#', '/query?table=x#&filter=y'])(
  'refuses %s, which is malformed, as the API does',
  async (path) => {
    const { status, text } = await sendRequest(origin, API + path)
    expect([status, JSON.parse(text)]).toMatchObject([400, { error: 'INVALID_QUERY' }])
    expect(received).toEqual([])
  },
)

it.each(['/tables/..', '/tables/%2e%2e', '/other', '/tables/a/b', '/../base/tables', '/query/x'])(
  'does not forward %s',
  async (path) => {
    expect((await sendRequest(origin, API + path)).status).toBe(404)
    expect(received).toEqual([])
  },
)

it.each(['POST', 'PUT', 'DELETE'])('does not forward %s', async (method) => {
  expect((await sendRequest(origin, `${API}/tables`, { method })).status).toBe(405)
  expect(received).toEqual([])
})

it('refuses other host names, which a hostile page could point to this machine', async () => {
  const response = await sendRequest(origin, `${API}/tables`, { headers: { Host: 'evil.example' } })
  expect(response.status).toBe(404)
  expect(received).toEqual([])
  const port = new URL(origin).port
  const local = await sendRequest(origin, `${API}/tables`, {
    headers: { Host: `localhost:${port}` },
  })
  expect(local.status).toBe(200)
})

it('responds with an error if the implementation does not respond', async () => {
  const address = `http://127.0.0.1:${await freePort()}`
  const { line, child } = await program.serve(['view', address])
  const { status, text } = await sendRequest(
    new URL(line.split(' ')[1] ?? '').origin,
    `${API}/tables`,
  )
  expect(status).toBe(500)
  expect(JSON.parse(text)).toEqual({
    error: 'INTERNAL_SERVER_ERROR',
    message: `cannot reach ${address}/tables: connection refused`,
  })
  child.kill('SIGTERM')
})

it.each([
  [
    [],
    'exactly one BASE_URL is required, e.g. http://127.0.0.1:3000/api/table-viewer; 0 were given',
  ],
  [
    ['postgres://u:secret@h/db'],
    'BASE_URL must be an http or https URL, e.g. http://127.0.0.1:3000/api/table-viewer',
  ],
  [['http://x', '--timeout', '0'], '--timeout must be a whole number from 1 to 999999999'],
  [['http://x', '--port', '70000'], '--port must be a whole number from 0 to 65535'],
  [['http://x', '--port', '1', '--port', '2'], '--port is given more than once'],
  [
    ['http://x', '--header', 'X-API-Key: a', '--header', 'x-api-key: b'],
    expect.stringContaining('the header x-api-key is given twice') as string,
  ],
])('refuses to start with %j', async (args, message) => {
  const error: unknown = await viewCommand(args).catch((refusal: unknown) => refusal)
  // The program prints other errors with their stack.
  expect(error).toBeInstanceOf(StartError)
  expect(error).toHaveProperty('message', message)
})

it('prints why it refuses to start', async () => {
  expect(await program.runToEnd(['view', 'http://x', '--nope'])).toEqual({
    code: 1,
    stdout: '',
    stderr: "tablequery: Unknown option '--nope'; see --help\n",
  })
})

it('explains its options', async () => {
  const output = jest.spyOn(process.stdout, 'write').mockReturnValue(true)
  await viewCommand(['--help'])
  const stdout = output.mock.calls.join('')
  output.mockRestore()
  for (const option of ['--port', '--host', '--timeout', '--header'])
    expect(stdout).toContain(option)
  expect(helpText()).toContain('tablequery view BASE_URL')
})
