/** The client against servers that follow the contract in their own way, or not at all. */
import { EventEmitter, once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { createTableQueryClient, type QueryResult, type TableQueryClient } from '../../src/client'
import { serveApp } from '../support/serve-app'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function clientOf(listener: RequestListener): Promise<TableQueryClient> {
  const { origin, stop } = await serveApp(listener)
  stops.push(stop)
  return createTableQueryClient({ baseUrl: origin })
}

function answer(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': '7' })
  res.end(JSON.stringify(body))
}

/** Serves the numbers from 1, and refuses or cuts down what is more than it gives at a time. */
function numbersUpTo(total: number, most: number, isCut: boolean): RequestListener {
  return (req, res) => {
    const asked = new URL(req.url ?? '', 'http://any').searchParams
    const page = Number(asked.get('page'))
    const wanted = Number(asked.get('limit'))
    if (wanted > most && !isCut) {
      answer(res, 400, {
        error: 'INVALID_QUERY',
        message: `At most ${most}.`,
        details: { parameter: 'limit' },
      })
      return
    }
    const limit = Math.min(wanted, most)
    const all = Array.from({ length: total }, (_, index) => ({ n: index + 1 }))
    const data = all.slice((page - 1) * limit, page * limit)
    const totalPages = Math.ceil(total / limit)
    answer(res, 200, { data, columns: ['n'], pagination: { page, limit, total, totalPages } })
  }
}

async function walk(pages: AsyncIterable<QueryResult>): Promise<unknown[]> {
  const met: unknown[] = []
  for await (const { data } of pages) met.push(...data.map(({ n }) => n))
  return met
}

const count = (to: number): number[] => Array.from({ length: to }, (_, index) => index + 1)

it.each([
  ['refuses', false],
  ['cuts down', true],
])('walks all pages where the server %s large ones', async (_, isCut) => {
  const client = await clientOf(numbersUpTo(1000, 100, isCut))
  expect(await walk(client.pages({ table: 'numbers' }))).toEqual(count(1000))
})

it('goes on with smaller pages where one in the middle is too large', async () => {
  const small = numbersUpTo(2000, 100, false)
  const large = numbersUpTo(2000, 1000, false)
  const client = await clientOf((req, res) => {
    const page = Number(/page=(\d+)/.exec(req.url ?? '')?.[1])
    if (page < 3) large(req, res)
    else small(req, res)
  })
  expect(await walk(client.pages({ table: 'numbers' }))).toEqual(count(2000))
})

it('does not ask for less than it was told to ask for', async () => {
  const client = await clientOf(numbersUpTo(10, 100, false))
  const asked = walk(client.pages({ table: 'numbers', limit: 200 }))
  await expect(asked).rejects.toMatchObject({ name: 'InvalidQueryError', message: 'At most 100.' })
})

it('writes lists so that the simplest server understands them', async () => {
  const urls: (string | undefined)[] = []
  const client = await clientOf((req, res) => {
    urls.push(req.url)
    answer(res, 200, { data: [], columns: [], pagination: { totalPages: 0 } })
  })
  await client.query({
    table: 'a b+c',
    filter: '',
    sort: [
      { column: 'plain', direction: 'asc' },
      { column: 'a:b', direction: 'desc' },
    ],
    columns: ['one', 'with "quotes"', 'a,"b"'],
    filterColumns: [],
  })
  const parameters = new URL(urls[0] ?? '', 'http://any').searchParams
  expect(Object.fromEntries(parameters)).toEqual({
    table: 'a b+c',
    sort: 'plain:asc,"a:b":desc',
    columns: 'one,with "quotes","a,""b"""',
  })
  expect(urls[0]).not.toContain('+')
})

it.each([
  [401, { error: 'AUTHENTICATION_FAILED', message: 'No.' }, 'AuthenticationFailedError'],
  [404, { error: 'TABLE_NOT_FOUND', message: 'No.' }, 'TableNotFoundError'],
  [429, { error: 'RATE_LIMIT_EXCEEDED', message: 'No.' }, 'RateLimitError'],
  [500, { error: 'DATABASE_ERROR', message: 'No.' }, 'DatabaseError'],
  [500, { error: 'INTERNAL_SERVER_ERROR', message: 'No.' }, 'InternalServerError'],
  [418, { error: 'TEAPOT', message: 'No.' }, 'TableQueryError'],
  [418, { error: 'constructor', message: 'No.' }, 'TableQueryError'],
])('takes %i %j for %s', async (status, body, name) => {
  const client = await clientOf((_, res) => {
    answer(res, status, body)
  })
  const { error: code, message } = body
  await expect(client.tables()).rejects.toMatchObject({
    name,
    status,
    code,
    message,
    details: {},
    retryAfter: 7,
  })
})

it.each([
  [502, '<h1>Bad Gateway</h1>'],
  [200, '<h1>Log in</h1>'],
  [200, '{"tables":[]}'],
  [200, '[1]'],
  [200, ''],
  [500, '{"message":"no code"}'],
])('takes %i %j for nothing of the contract', async (status, text) => {
  const client = await clientOf((_, res) => {
    res.writeHead(status).end(text)
  })
  const unexpected = { name: 'UnexpectedAnswerError', code: 'UNEXPECTED_ANSWER', status }
  await expect(client.tables()).rejects.toMatchObject(unexpected)
  await expect(client.query({ table: 'a' })).rejects.toMatchObject(unexpected)
  await expect(client.table('a')).rejects.toMatchObject(unexpected)
})

it('tells that nobody answers', async () => {
  const client = await clientOf((_, res) => {
    res.destroy()
  })
  await expect(client.tables()).rejects.toMatchObject({
    name: 'NetworkError',
    status: 0,
    cause: expect.objectContaining({ name: 'TypeError' }) as unknown,
  })
})

describe('a request that is aborted', () => {
  it('rejects with the reason, and is ended', async () => {
    const server = new EventEmitter()
    const [arrived, left] = [once(server, 'arrived'), once(server, 'left')]
    const client = await clientOf((_, res) => {
      res.once('close', () => server.emit('left'))
      server.emit('arrived')
    })
    const controller = new AbortController()
    const asked = client.query({ table: 'a' }, { signal: controller.signal })
    await arrived
    controller.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
    await left
  })

  it('ends a walk', async () => {
    const controller = new AbortController()
    const client = await clientOf(numbersUpTo(1000, 1000, false))
    let pages = 0
    const walked = (async () => {
      for await (const page of client.pages(
        { table: 'numbers', limit: 10 },
        { signal: controller.signal },
      )) {
        expect(page.data).toHaveLength(10)
        if (++pages === 3) controller.abort(new Error('enough'))
      }
    })()
    await expect(walked).rejects.toThrow('enough')
    expect(pages).toBe(3)
  })
})

it('asks by the function that it is given', async () => {
  const asked: unknown[] = []
  const client = createTableQueryClient({
    baseUrl: '/api',
    headers: [['X-API-Key', 'k']],
    fetch: (input, init) => {
      asked.push([input, new Headers(init?.headers).get('x-api-key')])
      return Promise.resolve(Response.json(['a']))
    },
  })
  expect(await client.tables()).toEqual(['a'])
  expect(asked).toEqual([['/api/tables', 'k']])
})
