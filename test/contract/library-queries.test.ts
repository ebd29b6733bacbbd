/** Queries of a program in JavaScript, which can have any values, and what it may do with the answers. */
import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { conformance } from '../../fixtures/conformance/conformance'
import {
  openDatabase,
  type Database,
  type Permission,
  type SortTerm,
  type TableQuery,
} from '../../src/index'
import { describeOneEngine, withoutApp } from '../support/describe-each-engine'

const query: TableQuery = { table: 'people', page: 1, limit: 2, filter: '', sort: [] }

const injected = 'is null asc, (select 1) asc, id asc'

/** A part of a query as JSON, and the parameter that is wrong. */
const MALFORMED: readonly (readonly [parameter: string, json: string])[] = [
  ['sort', JSON.stringify({ sort: [{ column: 'id', direction: injected }] })],
  ['sort', '{"sort":[{"column":"id"}]}'],
  ['sort', '{"sort":["id"]}'],
  ['sort', '{"sort":null}'],
  ['page', '{"page":0}'],
  ['page', '{"page":"1"}'],
  ['page', '{"page":9007199254740991,"limit":2}'],
  ['limit', '{"limit":0}'],
  ['limit', '{"limit":-1}'],
  ['limit', '{"limit":1.5}'],
  ['filter', '{"filter":null}'],
  ['filter', '{"filter":"a\\u0000"}'],
  // The first half of an emoji.
  ['filter', '{"filter":"a\\ud83d"}'],
  ['filter', JSON.stringify({ filter: 'x'.repeat(1001) })],
  ['filterColumns', '{"filterColumns":"name"}'],
  ['columns', '{"columns":[1]}'],
  ['table', '{"table":1}'],
]

withoutApp(describeOneEngine)('queries of the library', conformance, (t) => {
  let database: Database
  beforeAll(async () => {
    database = await openDatabase(t.database.url)
  })
  afterAll(() => database.close())

  it.each(MALFORMED)('are refused for a wrong %s: %s', async (parameter, json) => {
    const part = JSON.parse(json) as Partial<TableQuery>
    await expect(database.tables.query({ ...query, ...part })).rejects.toMatchObject({
      code: 'INVALID_QUERY',
      details: { parameter },
    })
  })

  it.each([undefined, null, 'people'])('are refused for %j, which is no object', async (value) => {
    const given = value as unknown as TableQuery
    const expected = {
      message: 'Parameter "query" must be an object with table, page, limit, filter and sort.',
      details: { parameter: 'query' },
    }
    await expect(database.tables.query(given)).rejects.toMatchObject(expected)
    await expect(database.tables.version(given)).rejects.toMatchObject(expected)
  })

  it.each([undefined, null, 5, ['people']])('describe no table with the name %j', async (name) => {
    await expect(database.tables.describeTable(name as unknown as string)).rejects.toMatchObject({
      code: 'INVALID_QUERY',
      details: { parameter: 'table' },
    })
  })

  it('return descriptions that cannot be changed and have no names of hidden columns', async () => {
    const permission: Permission = {
      refusedTables: 'hide',
      mayReadTable: () => true,
      mayReadColumn: (_table, column) => column !== 'id',
    }
    const tables = database.tables.withPermission(permission)
    const description = await tables.describeTable('people')
    const { columns } = await tables.query(query)
    expect(JSON.stringify([description, columns])).not.toMatch(/"id"|`id`|"t\.|\\"id\\"/)
    expect(Object.keys(description).sort()).toEqual(['columns', 'name'])
    expect(Object.keys(columns[0] ?? {}).sort()).toEqual(['name', 'toJson', 'type'])
    const changed = description.columns as unknown as unknown[]
    expect(() => changed.reverse()).toThrow(TypeError)
    expect(() => (columns as unknown as unknown[]).reverse()).toThrow(TypeError)
  })

  it('return lists of tables that cannot be changed', async () => {
    const names = await database.tables.listTables()
    expect(() => (names as string[]).reverse()).toThrow(TypeError)
  })

  it('are planned again after a list in them has changed', async () => {
    const columns = ['id']
    const sort: SortTerm[] = []
    const frozen = Object.freeze({ ...query, columns, sort })
    await database.tables.query(frozen)
    columns.push('name')
    sort.push({ column: 'id', direction: 'desc' })
    const changed = await database.tables.query(frozen)
    const again = await database.tables.query({ ...frozen, columns: [...columns] })
    expect(changed.rows).toEqual(again.rows)
    expect(changed.columns.map(({ name }) => name)).toEqual(['id', 'name'])
  })

  it('can share one signal', async () => {
    const warnings: Error[] = []
    const onWarning = (warning: Error): number => warnings.push(warning)
    process.on('warning', onWarning)
    const { signal } = new AbortController()
    const filters = Array.from({ length: 20 }, (_, index) => String(index))
    await Promise.all(filters.map((filter) => database.tables.query({ ...query, filter }, signal)))
    // Node.js emits warnings in a later turn.
    await setImmediate()
    process.off('warning', onWarning)
    expect(warnings).toEqual([])
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})
