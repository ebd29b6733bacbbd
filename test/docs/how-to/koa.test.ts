/** Runs docs/how-to/koa.md unchanged. */
import { once } from 'node:events'
import { defaultShopDatabase } from '../../../fixtures/shop/default-database'
import { codeBlock } from '../../support/document-code'
import { exampleProgram } from '../../support/example-program'
import { sendRequest, type ReceivedResponse } from '../../support/send-request'
import { freePort } from '../../support/free-port'

const program = exampleProgram('koa', codeBlock('docs/how-to/koa.md', 'ts'))
afterAll(() => {
  program.clear()
})

let child: ReturnType<typeof program.start>
let origin: string
let errors = ''
beforeAll(async () => {
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  const DATABASE_URL = await defaultShopDatabase()
  child = program.start([], { PORT: String(port), DATABASE_URL })
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the app has exited: ${errors}`)
  })
  ended.catch(() => undefined)
  if (child.stdout) await Promise.race([once(child.stdout, 'data'), ended])
}, 60_000)

const get = (path: string, session?: string): Promise<ReceivedResponse> =>
  sendRequest(origin, path, {
    headers: session === undefined ? {} : { Cookie: `session=${session}` },
  })
const body = async (path: string, session?: string): Promise<unknown> =>
  JSON.parse((await get(path, session)).text)

it('accepts sessions of the app, and applies the permissions of their roles', async () => {
  expect(await body('/reports/data/tables', '2f1c9a60')).toEqual([
    'customers',
    'orders',
    'products',
  ])
  expect(await body('/reports/data/tables', 'b07e44d1')).toEqual(['products'])
  const query = '/reports/data/query?table=customers&sort=id:asc&limit=2'
  expect(await body(query, '2f1c9a60')).toMatchObject({
    data: [{ id: 1 }, { id: 2 }],
    columns: [
      ...['id', 'name', 'phone', 'street', 'postal_code', 'city', 'country', 'birthday'],
      ...['is_member', 'newsletter', 'joined', 'notes'],
    ],
    pagination: { total: 4127 },
  })
})

it('responds with the error bodies of the contract', async () => {
  const unauthenticated = await get('/reports/data/query?table=customers')
  expect([unauthenticated.status, JSON.parse(unauthenticated.text)]).toEqual([
    401,
    {
      error: 'AUTHENTICATION_FAILED',
      message: 'Authentication failed: sign in first.',
      details: { authMethod: 'session', reason: 'sign in first' },
    },
  ])
  expect(unauthenticated.headers.vary).toContain('Cookie')
  const refused = await get('/reports/data/query?table=customers', 'b07e44d1')
  expect(refused.status).toBe(404)
  expect(JSON.parse(refused.text)).toMatchObject({ error: 'TABLE_NOT_FOUND' })
  const wrong = await get('/reports/data/query?table=products&limit=0', 'b07e44d1')
  expect(wrong.status).toBe(400)
  expect(JSON.parse(wrong.text)).toMatchObject({ error: 'INVALID_QUERY' })
})

it('leaves other methods to the app, which refuses them', async () => {
  const post = await sendRequest(origin, '/reports/data/tables', { method: 'POST' })
  expect([post.status, post.headers.allow]).toEqual([405, 'HEAD, GET'])
  const options = await sendRequest(origin, '/reports/data/tables', { method: 'OPTIONS' })
  expect([options.status, options.headers.allow]).toEqual([200, 'HEAD, GET'])
})

it('does not affect the routes of the app', async () => {
  expect((await get('/hello')).text).toBe('Hello, stranger!')
  expect((await get('/hello', '2f1c9a60')).text).toBe('Hello, ada!')
  for (const path of ['/nowhere', '/reports/data', '/reports/data/nowhere', '/query']) {
    const { status, text } = await get(path, '2f1c9a60')
    expect([path, status, text]).toEqual([path, 404, 'Not Found'])
  }
  const { headers } = await get('/reports/data/tables', 'b07e44d1')
  expect(headers['x-request-id']).toBeUndefined()
})

it('closes the database and exits on SIGTERM', async () => {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(errors).toBe('')
})
