/** The client of a program that has a mistake and no types. */
import {
  createTableQueryClient,
  NetworkError,
  type ClientOptions,
  type TableQuery,
} from '../../src/client'

describe('the client of a program with a mistake', () => {
  const sent: unknown[] = []
  const baseUrl = 'http://127.0.0.1:1'
  const client = createTableQueryClient({
    baseUrl,
    fetch: (address) => {
      sent.push(address)
      return Promise.reject(new Error('this test sends nothing'))
    },
  })
  /** As of a program without types. */
  const untyped = (value: unknown): TableQuery => value as TableQuery

  it.each<[unknown, string]>([
    [undefined, 'query needs an object with table'],
    ['people', 'query needs an object with table'],
    [{}, 'query: table must be the name of a table'],
    [{ table: 'people', sort: 'name:asc' }, 'query: sort must be a list of { column, direction }'],
    [{ table: 'people', sort: ['name'] }, 'query: sort must be a list of { column, direction }'],
    [
      { table: 'people', sort: [{ column: 'name' }] },
      'query: sort must be a list of { column, direction }',
    ],
    [{ table: 'people', columns: 'name' }, 'query: columns must be a list of names'],
    [{ table: 'people', columns: null }, 'query: columns must be a list of names'],
    [{ table: 'people', filterColumns: [1] }, 'query: filterColumns must be a list of names'],
    [{ table: 'people', filter: null }, 'query: filter must be of type string'],
    [
      { table: 'people', limt: 1 },
      'query has no option "limt": it has table, page, limit, filter, filterColumns, sort, columns',
    ],
  ])('rejects the query %j', async (query, message) => {
    const expected = new TypeError(message)
    await expect(client.query(untyped(query))).rejects.toEqual(expected)
    const ofPages = message.replace('query', 'pages').replace('page, limit', 'limit')
    await expect(client.pages(untyped(query)).next()).rejects.toEqual(new TypeError(ofPages))
    expect(sent).toEqual([])
  })

  it('rejects the page of a query for all pages', async () => {
    const query = untyped({ table: 'people', page: 19 })
    await expect(client.pages(query).next()).rejects.toEqual(
      new TypeError(
        'pages has no option "page": it has table, limit, filter, filterColumns, sort, columns',
      ),
    )
    expect(sent).toEqual([])
  })

  it.each<unknown>([{ signal: 5 }, 'now', null])(
    'rejects the options %j of a request',
    async (options) => {
      const wrong = options as { signal: AbortSignal }
      const message = 'signal must be an AbortSignal'
      const expected = new TypeError(message)
      await expect(client.query({ table: 'people' }, wrong)).rejects.toEqual(expected)
      await expect(client.tables(wrong)).rejects.toEqual(expected)
      await expect(client.table('people', wrong)).rejects.toEqual(expected)
      await expect(client.pages({ table: 'people' }, wrong).next()).rejects.toEqual(expected)
      expect(sent).toEqual([])
    },
  )

  it('rejects a request for a table without its name', async () => {
    const request = client.table(untyped(undefined) as unknown as string)
    await expect(request).rejects.toEqual(new TypeError('table needs the name of a table'))
    expect(sent).toEqual([])
  })

  it('allows unknown keys without a value, and texts for numbers', async () => {
    const query = untyped({ table: 'people', page: '2', other: undefined, sort: [] })
    await expect(client.query(query)).rejects.toBeInstanceOf(NetworkError)
    expect(sent.splice(0)).toEqual([`${baseUrl}/query?table=people&page=2`])
  })

  it.each<[unknown, string]>([
    [undefined, 'createTableQueryClient needs an object with baseUrl'],
    ['http://h', 'createTableQueryClient needs an object with baseUrl'],
    [{}, 'createTableQueryClient: baseUrl must be of type string'],
    [
      { baseUrl, headers: 'a' },
      'createTableQueryClient: headers must be of type object or function',
    ],
    [
      { baseUrl, headers: null },
      'createTableQueryClient: headers must be of type object or function',
    ],
    [{ baseUrl, fetch: 1 }, 'createTableQueryClient: fetch must be of type function'],
    [{ baseUrl, header: {} }, 'createTableQueryClient has no option "header": it has baseUrl, '],
  ])('refuses the options %j', (options, message) => {
    expect(() => createTableQueryClient(options as ClientOptions)).toThrow(TypeError)
    expect(() => createTableQueryClient(options as ClientOptions)).toThrow(message)
  })

  it.each([
    'http://',
    'http://h:99999',
    'localhost:8080/api',
    'ftp://h/api',
    'http://h/api?',
    'http://h/api?a=b',
    'http://h/api#a',
    'http://user:secret@h/api',
    '/api',
    '',
  ])('refuses the address %j', (address) => {
    const create = (): unknown => createTableQueryClient({ baseUrl: address })
    expect(create).toThrow(TypeError)
    expect(create).toThrow('baseUrl must be the address of the API')
    expect(create).not.toThrow('secret')
  })

  it('accepts the address of a path if its own fetch can complete it', async () => {
    const addresses: unknown[] = []
    const client = createTableQueryClient({
      baseUrl: '/api/',
      fetch: (address) => {
        addresses.push(address)
        return Promise.resolve(Response.json([]))
      },
    })
    expect(await client.tables()).toEqual([])
    expect(addresses).toEqual(['/api/tables'])
  })
})
