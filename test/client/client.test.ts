/** The client with this server, on one engine, and under stress on every engine. */
import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { bearerTokens, readSecrets } from '../../src'
import {
  AuthenticationFailedError,
  createTableQueryClient,
  InvalidQueryError,
  NetworkError,
  TableNotFoundError,
  TableQueryError,
  type ClientOptions,
  type TableQueryClient,
} from '../../src/client'
import { conformance } from '../../fixtures/conformance/conformance'
import { HOSTILE_NAMES, hostileNames } from '../../fixtures/conformance/hostile-names'
import { describeOneEngine } from '../support/describe-each-engine'

describeOneEngine('the client', conformance, (t) => {
  let client: TableQueryClient
  beforeAll(() => {
    client = createTableQueryClient({ baseUrl: `${t.app.origin}/api/table-viewer/` })
  })

  it('lists and describes tables', async () => {
    expect(await client.tables()).toEqual(expect.arrayContaining(['people', 'red_people']))
    const { name, columns } = await client.table('people')
    expect(name).toBe('people')
    expect(columns.map((column) => column.name)).toEqual(['id', 'name', 'city', 'age', 'team'])
  })

  it('sends every parameter of a query', async () => {
    interface Person {
      readonly name: string
      readonly id: number
    }
    const { data, columns, pagination } = await client.query<Person>({
      table: 'people',
      page: 2,
      limit: 1,
      filter: 'ANNA',
      filterColumns: ['name', 'city'],
      sort: [
        { column: 'age', direction: 'desc' },
        { column: 'id', direction: 'asc' },
      ],
      columns: ['name', 'id'],
    })
    expect(data).toEqual([{ name: 'ANNA', id: 2 }])
    expect(columns).toEqual(['name', 'id'])
    expect(pagination).toEqual({ page: 2, limit: 1, total: 2, totalPages: 2 })
  })

  it.each(['100% sure', 'back\\slash', 'a%b', '[x] {y} (z) ^$.|?*+', 'line\nbreak'])(
    'finds %j literally',
    async (filter) => {
      expect((await client.query({ table: 'people', filter })).pagination.total).toBe(1)
    },
  )

  it('iterates over all rows, page by page', async () => {
    const sizes: number[] = []
    const numbers: unknown[] = []
    for await (const { data } of client.pages({ table: 'numbers', limit: 10, columns: ['n'] })) {
      sizes.push(data.length)
      numbers.push(...data.map(({ n }) => n))
    }
    expect(sizes).toEqual([10, 10, 5])
    expect(numbers).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
  })

  it('yields one page, with columns, for a table without rows', async () => {
    const pages = []
    for await (const page of client.pages({ table: 'empty_table' })) pages.push(page)
    expect(pages).toMatchObject([{ data: [], columns: ['id', 'word'] }])
  })

  it('rejects an invalid parameter with its name and value', async () => {
    const response = client.query({ table: 'people', columns: ['nmae'] })
    const error = await response.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(InvalidQueryError)
    expect(error).toMatchObject({
      status: 400,
      code: 'INVALID_QUERY',
      parameter: 'columns',
      value: 'nmae',
    })
    expect(error).toMatchObject({ requestId: expect.any(String) as unknown })
  })

  it('rejects an unknown table with the list of tables', async () => {
    const error = await client.table('persons').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(TableNotFoundError)
    expect(error).toBeInstanceOf(TableQueryError)
    expect(error).toMatchObject({
      table: 'persons',
      availableTables: expect.arrayContaining(['people']) as unknown,
    })
  })
})

describeOneEngine('names in the client', { tables: [...hostileNames], views: [] }, (t) => {
  // URLs remove path segments that consist of dots.
  const names = HOSTILE_NAMES.filter((name) => !/^\.{1,2}$/.test(name))
  it.each(names)('reads the table %j', async (table) => {
    const client = createTableQueryClient({ baseUrl: `${t.app.origin}/api/table-viewer` })
    const { columns } = await client.table(table)
    const all = columns.map(({ name }) => name)
    const result = await client.query({
      table,
      columns: all,
      sort: all.map((column) => ({ column, direction: 'desc' })),
    })
    expect(result.columns).toEqual(all)
  })
})

describe('the client without a response', () => {
  const endless = (): Response => new Response(new ReadableStream())
  const baseUrl = 'http://127.0.0.1:1'
  const reason = new Error('the user has left')
  const failureOf = (request: Promise<unknown>): Promise<unknown> =>
    request.then(
      () => 'no failure',
      (error: unknown) => error,
    )

  it.each<[string, Partial<ClientOptions>]>([
    ['waits for its headers', { headers: () => new Promise(() => undefined) }],
    [
      'has a fetch with an error of its own',
      {
        fetch: (_url, init) =>
          new Promise((_resolve, reject) => {
            init?.signal?.addEventListener('abort', () => {
              reject(new Error('AbortError'))
            })
          }),
      },
    ],
    ['has a fetch that ignores the signal', { fetch: () => new Promise(() => undefined) }],
    ['reads a body that does not end', { fetch: () => Promise.resolve(endless()) }],
  ])('rejects with the reason of the signal when it %s', async (_title, options) => {
    const aborting = new AbortController()
    const { signal } = aborting
    const request = createTableQueryClient({ baseUrl, ...options }).tables({ signal })
    await setImmediate()
    aborting.abort(reason)
    expect(await failureOf(request)).toBe(reason)
  })

  it('can share its signal with many other requests', async () => {
    const warnings: Error[] = []
    const onWarning = (warning: Error): number => warnings.push(warning)
    process.on('warning', onWarning)
    const client = createTableQueryClient({ baseUrl, fetch: () => new Promise(() => undefined) })
    const aborting = new AbortController()
    const { signal } = aborting
    const requests = Array.from({ length: 20 }, () => failureOf(client.tables({ signal })))
    aborting.abort(reason)
    expect(new Set(await Promise.all(requests))).toEqual(new Set([reason]))
    // Node.js emits warnings in a later turn.
    await setImmediate()
    process.off('warning', onWarning)
    expect(warnings).toEqual([])
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('rejects with a NetworkError that says so if the request cannot be made', async () => {
    const failing: ClientOptions['headers'][] = [
      { name: '\u0100' },
      () => ({ 'a b': 'c' }),
      () => {
        throw new Error('no credentials')
      },
      () => Promise.reject(new Error('no credentials')),
    ]
    const requests = [
      ...failing.map((headers) =>
        createTableQueryClient({ baseUrl, ...(headers && { headers }) }).tables(),
      ),
      createTableQueryClient({ baseUrl }).table('\ud800'),
    ]
    for (const failure of await Promise.all(requests.map(failureOf))) {
      expect(failure).toBeInstanceOf(NetworkError)
      expect(failure).toMatchObject({ message: 'The request cannot be made.' })
    }
  })
})

describe('the client with half an emoji', () => {
  const half = '😀'.slice(0, 1)
  const client = createTableQueryClient({ baseUrl: 'http://127.0.0.1:1' })
  const people = { table: 'people' }

  it.each<[string, () => Promise<unknown>]>([
    ['as the table', () => client.query({ table: half })],
    ['in the filter', () => client.query({ ...people, filter: `a${half}b` })],
    ['in filterColumns', () => client.query({ ...people, filterColumns: ['name', half] })],
    ['in sort', () => client.query({ ...people, sort: [{ column: half, direction: 'asc' }] })],
    ['in columns', () => client.query({ ...people, columns: [half] })],
    ['in the iteration over pages', () => client.pages({ table: half }).next()],
  ])('refuses it %s as it refuses it as the name of a table', async (_title, request) => {
    const expected = await client.table(half).catch((thrown: unknown) => thrown)
    expect(expected).toBeInstanceOf(NetworkError)
    await expect(request()).rejects.toEqual(expected)
  })
})

describeOneEngine(
  'the client with credentials',
  conformance,
  (t) => {
    const clientWith = (authorization: string): TableQueryClient =>
      createTableQueryClient({
        baseUrl: `${t.app.origin}/api/table-viewer`,
        headers: () => Promise.resolve({ Authorization: authorization }),
      })

    it('calls the function for headers before each request', async () => {
      expect(await clientWith('Bearer correct-horse-battery-staple').tables()).toContain('people')
    })

    it('rejects invalid credentials with the reason and the challenge', async () => {
      const response = clientWith('Bearer wrong').tables()
      const error = await response.catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(AuthenticationFailedError)
      expect(error).toMatchObject({
        status: 401,
        authMethod: 'bearer',
        reason: 'the token is not valid',
        challenge: 'Bearer realm="tablequery"',
      })
    })
  },
  {
    authenticate: [
      bearerTokens(readSecrets([{ name: 'ada', secret: 'correct-horse-battery-staple' }])),
    ],
  },
)
