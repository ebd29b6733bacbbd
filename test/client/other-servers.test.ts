/** The client with servers that implement the contract differently, or not at all. */
import { EventEmitter, once } from 'node:events'
import { createTableQueryClient, UnexpectedResponseError, type QueryResult } from '../../src/client'
import { clientFor } from './client-for'
import { numbersUpTo, respond } from './numbers-server'

async function readAll(pages: AsyncIterable<QueryResult>): Promise<unknown[]> {
  const numbers: unknown[] = []
  for await (const { data } of pages) numbers.push(...data.map(({ n }) => n))
  return numbers
}

const count = (to: number): number[] => Array.from({ length: to }, (_, index) => index + 1)

it.each([
  ['refuses', false],
  ['reduces', true],
])('reads all pages of a server that %s a large limit', async (_, isReduced) => {
  const client = await clientFor(numbersUpTo(1000, 100, isReduced))
  expect(await readAll(client.pages({ table: 'numbers' }))).toEqual(count(1000))
})

it('continues with smaller pages if a later one is refused as too large', async () => {
  const small = numbersUpTo(2000, 100, false)
  const large = numbersUpTo(2000, 1000, false)
  const client = await clientFor((req, res) => {
    const page = Number(/page=(\d+)/.exec(req.url ?? '')?.[1])
    if (page < 3) large(req, res)
    else small(req, res)
  })
  expect(await readAll(client.pages({ table: 'numbers' }))).toEqual(count(2000))
})

it('does not reduce a limit that the caller sets', async () => {
  const client = await clientFor(numbersUpTo(10, 100, false))
  const numbers = readAll(client.pages({ table: 'numbers', limit: 200 }))
  await expect(numbers).rejects.toMatchObject({
    name: 'InvalidQueryError',
    message: 'At most 100.',
  })
})

it('quotes names in lists only if necessary', async () => {
  const urls: (string | undefined)[] = []
  const client = await clientFor((req, res) => {
    urls.push(req.url)
    respond(res, 200, { data: [], columns: [], pagination: { totalPages: 0 } })
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
])('rejects %i %j with %s', async (status, body, name) => {
  const client = await clientFor((_, res) => {
    respond(res, status, body)
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

it('rejects with NetworkError if the server closes the connection', async () => {
  const client = await clientFor((_, res) => {
    res.destroy()
  })
  await expect(client.tables()).rejects.toMatchObject({
    name: 'NetworkError',
    status: 0,
    cause: expect.objectContaining({ name: 'TypeError' }) as unknown,
  })
})

it.each(['', '.', '..'])('requests no other path for a table called %j', async (name) => {
  let requests = 0
  const client = await clientFor((_req, res) => {
    requests++
    respond(res, 200, [])
  })
  await expect(client.table(name)).rejects.toMatchObject({
    name: 'NetworkError',
    cause: new TypeError(`a URL cannot contain the table name "${name}"`),
  })
  expect(requests).toBe(0)
})

describe('an aborted request', () => {
  it('rejects with the reason, and closes its connection', async () => {
    const server = new EventEmitter()
    const [received, closed] = [once(server, 'received'), once(server, 'closed')]
    const client = await clientFor((_, res) => {
      res.once('close', () => server.emit('closed'))
      server.emit('received')
    })
    const controller = new AbortController()
    const response = client.query({ table: 'a' }, { signal: controller.signal })
    await received
    controller.abort()
    await expect(response).rejects.toMatchObject({ name: 'AbortError' })
    await closed
  })

  it('ends the iteration over pages', async () => {
    const controller = new AbortController()
    const client = await clientFor(numbersUpTo(1000, 1000, false))
    let pages = 0
    const iteration = (async () => {
      for await (const page of client.pages(
        { table: 'numbers', limit: 10 },
        { signal: controller.signal },
      )) {
        expect(page.data).toHaveLength(10)
        if (++pages === 3) controller.abort(new Error('enough'))
      }
    })()
    await expect(iteration).rejects.toThrow('enough')
    expect(pages).toBe(3)
  })
})

it('passes the headers and a relative URL to the option fetch', async () => {
  const sent: unknown[] = []
  const client = createTableQueryClient({
    baseUrl: '/api',
    headers: [['X-API-Key', 'k']],
    fetch: (input, init) => {
      sent.push([input, new Headers(init?.headers).get('x-api-key')])
      return Promise.resolve(Response.json(['a']))
    },
  })
  expect(await client.tables()).toEqual(['a'])
  expect(sent).toEqual([['/api/tables', 'k']])
})

it('sends requests with the option fetch, and parses bodies with the option parse', async () => {
  const sent: string[] = []
  const client = await clientFor((_req, res) => res.end('["a"]'), {
    fetch: (input, init) => {
      sent.push(input instanceof Request ? input.url : input.toString())
      return fetch(input, init)
    },
    parse: (text) => [...(JSON.parse(text) as string[]), text],
  })
  expect(await client.tables()).toEqual(['a', '["a"]'])
  expect(sent).toEqual([expect.stringMatching(/^http:.*\/tables$/)])
})

it('accepts a parser that makes objects of all numbers', async () => {
  // Like lossless-json.
  class ExactNumber {
    constructor(readonly digits: string) {}
    valueOf(): number {
      return Number(this.digits)
    }
  }
  const client = await clientFor(numbersUpTo(1200, 1000, false), {
    parse: (text): unknown =>
      JSON.parse(text, (_key, value: unknown) =>
        typeof value === 'number' ? new ExactNumber(String(value)) : value,
      ),
  })
  const pages: number[] = []
  for await (const { data } of client.pages({ table: 't' })) pages.push(data.length)
  expect(pages).toEqual([512, 512, 176])
})

it.each(['3', null, [], {}, true])('refuses a page whose number of pages is %j', async (pages) => {
  const pagination = { page: 1, limit: 10, total: 1, totalPages: pages }
  const client = await clientFor((_req, res) => {
    respond(res, 200, { data: [], columns: ['n'], pagination })
  })
  await expect(client.query({ table: 't' })).rejects.toThrow(UnexpectedResponseError)
})
