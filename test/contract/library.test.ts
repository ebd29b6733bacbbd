/** The public exports, as a program uses them. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Router from '@koa/router'
import Koa from 'koa'
import { conformance } from '../../fixtures/conformance/conformance'
import type { FixtureTable } from '../../fixtures/fixture-table'
import {
  ApiError,
  authenticationFailed,
  createApp,
  createRouter,
  DatabaseUnavailableError,
  openDatabase,
  type Database,
  type Permission,
  type TableService,
} from '../../src/index'
import { describeOneEngine, withoutApp } from '../support/describe-each-engine'
import { sendRequest } from '../support/send-request'
import { serveApp } from '../support/serve-app'

const EVERYTHING: Permission = {
  refusedTables: 'hide',
  mayReadTable: () => true,
  mayReadColumn: () => true,
}

/** The name of its column is longer than its values. */
const named: FixtureTable = {
  name: 'named',
  columns: [
    { name: 'a_name_of_fifty_characters_that_each_row_repeats__', type: { kind: 'integer' } },
  ],
  primaryKey: ['a_name_of_fifty_characters_that_each_row_repeats__'],
  rows: () => Array.from({ length: 30 }, (_, n) => [n]),
}

const fixture = { ...conformance, tables: [...conformance.tables, named] }

withoutApp(describeOneEngine)('the library', fixture, (t) => {
  let database: Database
  beforeAll(async () => {
    database = await openDatabase(t.database.url)
  })
  afterAll(() => database.close())

  it('mounts its router in an app with other routes', async () => {
    const app = new Koa()
    app.use(createRouter({ tables: database.tables, mountPath: '/data' }).routes())
    app.use((ctx) => {
      ctx.body = 'the app itself'
    })
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const get = async (path: string): Promise<[number, string]> => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`)
      return [response.status, await response.text()]
    }
    try {
      expect(await get('/data/query?table=people&columns=id&limit=1')).toEqual([
        200,
        '{"data":[{"id":1}],"columns":["id"],"pagination":{"page":1,"limit":1,"total":12,"totalPages":12}}',
      ])
      const [status, text] = await get('/data/query?table=people&page=0')
      expect([status, (JSON.parse(text) as { error: string }).error]).toEqual([
        400,
        'INVALID_QUERY',
      ])
      // `fetch` would leave out the fragment.
      const target = '/data/query?table=people#&filter=a'
      expect((await sendRequest(`http://127.0.0.1:${port}`, target)).status).toBe(400)
      expect(await get('/')).toEqual([200, 'the app itself'])
    } finally {
      server.close()
      server.closeAllConnections()
    }
  })

  it('nests its router below a parameter', async () => {
    const router = createRouter({ tables: database.tables, mountPath: '/' })
    const app = new Koa()
    app.use(new Router({ prefix: '/:tenant' }).use(router.routes()).routes())
    const { origin, stop } = await serveApp(app)
    try {
      const { text } = await sendRequest(origin, '/numbers/tables/people')
      expect(JSON.parse(text)).toMatchObject({ name: 'people' })
      expect((await sendRequest(origin, '/people/tables/%FF')).status).toBe(400)
    } finally {
      stop()
    }
  })

  it('authenticates the requests of routes that are added to its router', async () => {
    const router = createRouter({
      tables: database.tables,
      authenticate: (ctx) => {
        if (ctx.get('X-API-Key') !== 'secret') throw authenticationFailed('api-key', 'no valid key')
      },
    })
    router.get('/export', (ctx) => {
      if (ctx.query['format'] !== 'csv') throw new Error('no such format')
      ctx.body = 'everything'
    })
    const app = new Koa()
    app.use(router.routes())
    app.on('error', () => {})
    const { origin, stop } = await serveApp(app)
    const answerOf = async (query: string, headers: Record<string, string>): Promise<unknown[]> => {
      const response = await fetch(`${origin}/api/table-viewer/export${query}`, { headers })
      return [response.status, response.headers.get('Cache-Control'), await response.text()]
    }
    const errorOf = (code: string): unknown => expect.stringContaining(`{"error":"${code}"`)
    try {
      expect(await answerOf('?format=csv', {})).toEqual([
        401,
        'no-store',
        errorOf('AUTHENTICATION_FAILED'),
      ])
      const key = { 'X-API-Key': 'secret' }
      expect(await answerOf('?format=csv', key)).toEqual([200, 'private, no-cache', 'everything'])
      expect(await answerOf('', key)).toEqual([500, 'no-store', errorOf('INTERNAL_SERVER_ERROR')])
    } finally {
      stop()
    }
  })

  it.each([
    ['of a database', (tables: TableService) => tables],
    ['of a caller', (tables: TableService) => tables.withPermission(EVERYTHING)],
  ])("bounds the responses of tables %s by the database's limits", async (_whose, tablesOf) => {
    const bounded = await openDatabase(t.database.url, { maxResponseBytes: 1024 })
    const tables = tablesOf(bounded.tables)
    const { origin, stop } = await serveApp(createApp({ tables }))
    const statusOf = async (limit: number): Promise<number> => {
      const target = `/api/table-viewer/query?table=named&limit=${limit}`
      return (await sendRequest(origin, target)).status
    }
    try {
      // The values of 30 rows are less than 1024 bytes; the body with their keys is more.
      expect([await statusOf(3), await statusOf(30)]).toEqual([200, 400])
    } finally {
      stop()
      await bounded.close()
    }
  })

  it('reads tables without HTTP', async () => {
    const { rows, pagination } = await database.tables.query({
      table: 'people',
      page: 2,
      limit: 5,
      filter: 'a',
      sort: [{ column: 'name', direction: 'desc' }],
    })
    expect([rows.length, pagination]).toEqual([3, { page: 2, limit: 5, total: 8, totalPages: 2 }])
    await expect(database.tables.describeTable('nope')).rejects.toThrow(ApiError)
  })

  it('reads a query object again that has changed since its last use', async () => {
    const query = { table: 'people', page: 1, limit: 5, filter: '', sort: [] }
    const first = await database.tables.query(query)
    query.page = 2
    const second = await database.tables.query(query)
    expect([first.pagination.page, second.pagination.page]).toEqual([1, 2])
    expect(second.rows).not.toEqual(first.rows)
  })

  it('gives the reason if a database cannot be opened', async () => {
    await expect(openDatabase('/nope.db')).rejects.toThrow(DatabaseUnavailableError)
    await expect(openDatabase('/nope.db')).rejects.toThrow('no such file: /nope.db')
  })
})
