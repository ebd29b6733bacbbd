/**
 * The types that the public exports accept and return. `npm run types` checks this file with the sources,
 * and package-types.stress.ts with the built package.
 */
import { expectTypeOf } from 'expect-type'
import type Koa from 'koa'
import * as library from '../../src'
import * as client from '../../src/client'
import * as conformance from '../../src/conformance'

declare const database: library.Database
declare const koa: Koa
declare const url: string
const { tables } = database

/** The names of exports, without those that Node.js adds to a CommonJS module for `import`. */
type NamesOf<Module> = Exclude<keyof Module, 'default' | 'module.exports'>

export function values(): void {
  expectTypeOf<NamesOf<typeof library>>().toEqualTypeOf<
    | 'addressBehind'
    | 'ApiError'
    | 'apiKeys'
    | 'authenticationFailed'
    | 'bearerTokens'
    | 'createApp'
    | 'createRouter'
    | 'databaseCallerBy'
    | 'DatabaseUnavailableError'
    | 'jsonWebTokens'
    | 'openApiDocument'
    | 'openDatabase'
    | 'permissionsBy'
    | 'rateLimit'
    | 'readPermissions'
    | 'readSecrets'
  >()
  expectTypeOf<NamesOf<typeof conformance>>().toEqualTypeOf<
    | 'CHECKS'
    | 'ConformanceError'
    | 'CONTRACT'
    | 'failuresOf'
    | 'jsonReport'
    | 'junitReport'
    | 'LEVELS'
    | 'progressLine'
    | 'runConformance'
    | 'textReport'
    | 'UNCHECKED'
  >()
}

export async function openDatabase(): Promise<void> {
  expectTypeOf(library.openDatabase).returns.resolves.toEqualTypeOf<library.Database>()
  expectTypeOf(library.openDatabase).parameter(0).toBeString()
  expectTypeOf<library.DatabaseOptions>().toExtend<Parameters<typeof library.openDatabase>[1]>()
  // @ts-expect-error A number is not a text.
  await library.openDatabase(url, { poolSize: '5' })
  // @ts-expect-error There is no such option.
  await library.openDatabase(url, { poolsize: 5 })
  // @ts-expect-error A list is not a text.
  await library.openDatabase(url, { schemas: 'public' })
  // @ts-expect-error The connection string is needed.
  await library.openDatabase()
}

export async function tableService(): Promise<void> {
  expectTypeOf(tables).toEqualTypeOf<library.TableService>()
  expectTypeOf(await tables.listTables()).toEqualTypeOf<readonly string[]>()
  const { columns } = await tables.describeTable('a')
  expectTypeOf(columns).toEqualTypeOf<readonly library.ColumnDescription[]>()
  const query: library.TableQuery = { table: 'a', page: 1, limit: 1, filter: '', sort: [] }
  const { rows, pagination } = await tables.query(query)
  expectTypeOf(rows).toEqualTypeOf<readonly (readonly library.Cell[])[]>()
  expectTypeOf(pagination.total).toBeNumber()
  // @ts-expect-error A direction is asc or desc.
  query.sort satisfies { column: string; direction: 'up' }[]
  // @ts-expect-error Rows cannot be changed.
  rows satisfies library.Cell[][]
}

export function apps(): void {
  expectTypeOf(library.createApp({ tables })).toExtend<Koa>()
  const router = library.createRouter({ tables, maxLimit: 5 })
  koa.use(router.routes())
  // The options of an app also describe it.
  const options: library.AppOptions = { tables, corsOrigins: ['*'] }
  expectTypeOf(library.openApiDocument(options)).toEqualTypeOf<library.OpenApiDocument>()
  expectTypeOf<library.AppOptions>().toExtend<library.DocumentOptions>()
  // @ts-expect-error The tables are needed.
  library.createApp({})
  // @ts-expect-error The database is not its tables.
  library.createRouter({ tables: database })
  // @ts-expect-error A limit is a number.
  library.createRouter({ tables, maxLimit: '5' })
  // @ts-expect-error Compression is an option of the app.
  library.createRouter({ tables, compression: false })
  // @ts-expect-error There is no such option.
  library.createApp({ tables, authentcate: () => undefined })
  // @ts-expect-error Permissions are not a function that returns that of a caller.
  library.createApp({ tables, permissionOf: library.readPermissions({}) })
  library.createApp({
    tables,
    authenticate: (ctx) => {
      expectTypeOf(ctx.get('a')).toBeString()
    },
    onResponse: (entry) => {
      expectTypeOf(entry).toEqualTypeOf<library.RequestLogEntry>()
    },
  })
}

export async function callers(): Promise<void> {
  const secrets = library.readSecrets([])
  expectTypeOf(secrets).toEqualTypeOf<library.Secret[]>()
  const schemes = [
    library.bearerTokens(secrets),
    library.apiKeys(secrets),
    library.apiKeys(secrets, { key: 'X-Key' }),
    await library.jsonWebTokens({ key: { secret: 'a' } }),
  ]
  expectTypeOf(schemes).toEqualTypeOf<library.AuthenticationScheme[]>()
  const permissionOf = library.permissionsBy(library.readPermissions({}), 'refuse')
  expectTypeOf(permissionOf).toEqualTypeOf<library.PermissionOf>()
  expectTypeOf(library.databaseCallerBy('web')).toEqualTypeOf<library.DatabaseCallerOf>()
  expectTypeOf(library.addressBehind(['loopback'])).toEqualTypeOf<library.AddressOf>()
  expectTypeOf(library.rateLimit).returns.toEqualTypeOf<library.RateLimit>()
  expectTypeOf(library.authenticationFailed('a', 'b')).toEqualTypeOf<library.ApiError>()
  expectTypeOf<library.ApiError['code']>().toEqualTypeOf<library.ErrorCode>()
  // @ts-expect-error A key has one of three forms.
  await library.jsonWebTokens({ key: 'a' })
  // @ts-expect-error Keys are read by readSecrets.
  library.bearerTokens(['a'])
  // @ts-expect-error Tables are hidden or refused.
  library.permissionsBy(library.readPermissions({}), true)
}

interface Customer {
  readonly id: number
  readonly name: string
}

export async function typedClient(): Promise<void> {
  const api = client.createTableQueryClient({ baseUrl: '/api' })
  expectTypeOf(api).toEqualTypeOf<client.TableQueryClient>()
  const any = await api.query({ table: 'customers' })
  expectTypeOf(any.data).toEqualTypeOf<readonly client.Row[]>()
  const typed = await api.query<Customer>({ table: 'customers', sort: [] })
  expectTypeOf(typed.data).toEqualTypeOf<readonly Customer[]>()
  expectTypeOf(typed.pagination.totalPages).toBeNumber()
  for await (const page of api.pages<Customer>({ table: 'customers' })) {
    expectTypeOf(page).toEqualTypeOf<client.QueryResult<Customer>>()
  }
  expectTypeOf(await api.tables()).toEqualTypeOf<readonly string[]>()
  expectTypeOf((await api.table('a')).columns).toEqualTypeOf<readonly client.ColumnMetadata[]>()
  expectTypeOf<client.InvalidQueryError>().toExtend<client.TableQueryError>()
  client.createTableQueryClient({ baseUrl: '/api', headers: { a: 'b' } })
  client.createTableQueryClient({ baseUrl: '/api', headers: () => Promise.resolve({ a: 'b' }) })
  // @ts-expect-error The address is needed.
  client.createTableQueryClient({})
  // @ts-expect-error A table is needed.
  await api.query({ page: 1 })
  // @ts-expect-error A direction is asc or desc.
  await api.query({ table: 'a', sort: [{ column: 'b', direction: 'up' }] })
  // @ts-expect-error The iteration chooses the page.
  api.pages({ table: 'a', page: 2 })
}

export async function conformanceRun(): Promise<void> {
  const options: conformance.ConformanceOptions = { baseUrl: url, level: 'must' }
  const report = await conformance.runConformance(options)
  expectTypeOf(report).toEqualTypeOf<conformance.Report>()
  expectTypeOf(conformance.failuresOf(report)).toEqualTypeOf<readonly conformance.Result[]>()
  expectTypeOf(conformance.textReport(report)).toBeString()
  expectTypeOf(conformance.junitReport).toEqualTypeOf<typeof conformance.jsonReport>()
  // @ts-expect-error There are three levels.
  await conformance.runConformance({ baseUrl: url, level: 'all' })
  // @ts-expect-error The address is needed.
  await conformance.runConformance({ level: 'must' })
}
