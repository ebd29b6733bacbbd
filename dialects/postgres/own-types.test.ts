/** Keys and orders of types that are not Postgres' own, or that the user may not name. */
import { createTableService, type TableService } from '../../src/core/table-service'
import { describeEachServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import {
  recordedConnection,
  untilQuiet,
  type RecordedConnection,
} from '../../test/support/recorded-connection'

const READER = `own_types_reader_${process.pid}`
const ROWS = 300

/** Tables with the type of the column `v`, which the first 300 numbers are converted to. */
const TABLES = [
  ['caseless', 'ext.citext primary key', `(array['K', 'k'])[g % 2 + 1] || lpad(g::text, 5, '0')`],
  ['paths', 'ext.ltree primary key', `'a.b' || g`],
  ['entries', 'hstore not null', `'a=>' || g % 50`],
  ['words', 'word collate english primary key', `'k' || g`],
  ['names', 'name collate english primary key', `'k' || g`],
  ['moods', 'internal.mood not null', `(array['sad', 'ok'])[g % 2 + 1]`],
  ['checked_numbers', 'checked primary key', 'g::text'],
  ['checked_lists', 'checked[] not null', `array[g % 7]::text`],
  ['checked_ranges', 'checked_range primary key', `'[' || g || ',' || g + 1 || ']'`],
  ['cubes', 'cube primary key', 'g::text'],
  ['plain', 'word primary key', `'k' || g`],
] as const

const STATEMENTS = [
  'create schema ext',
  'create schema internal',
  'create extension citext schema ext',
  'create extension ltree schema ext',
  'create extension hstore',
  'create extension cube',
  `create collation english (provider = icu, locale = 'en')`,
  'create domain word as text collate "C"',
  `create type internal.mood as enum ('ok', 'sad')`,
  `create function internal.is_positive(integer) returns boolean language sql as 'select $1 >= 0'`,
  'revoke execute on function internal.is_positive from public',
  'create domain checked as integer check (internal.is_positive(value))',
  'create type checked_range as range (subtype = checked)',
  ...TABLES.flatMap(([table, type, value]) => [
    `create table ${table} (id integer ${type.includes('primary') ? '' : 'primary key'}, v ${type}, t text)`,
    `insert into ${table} select g, (${value})::${type.replace(/ (primary|not|collate).*/, '')}, 'x' || g
      from generate_series(1, ${ROWS}) as g`,
  ]),
  `create role ${READER} login`,
  `grant usage on schema ext to ${READER}`,
  `grant select on all tables in schema public to ${READER}`,
]

describeEachServer('postgres', 'the type of a column', (server) => {
  let connection: RecordedConnection
  let tables: TableService
  beforeAll(async () => {
    const app = await server.serve(STATEMENTS, (url) => {
      url.username = READER
    })
    connection = recordedConnection(app.url)
    tables = createTableService(connection, connection.dialect, {
      bookmarkStep: 3,
      maxTotalAge: 600_000,
    })
  })
  afterAll(() => connection.close())

  const ids = async (
    table: string,
    page: number,
    limit: number,
    filter = '',
  ): Promise<string[]> => {
    const sort = [{ column: 'v', direction: 'asc' }] as const
    const { rows } = await tables.query({ table, page, limit, filter, sort, columns: ['id'] })
    return rows.map(([id]) => String(id))
  }

  it.each(TABLES)('has each row on one page, and deep pages: %s', async (table) => {
    for (const filter of effort([''], ['', 'x'])) {
      const all = await ids(table, 1, 1000, filter)
      expect(all).toHaveLength(ROWS)
      // Deep pages, after which bookmarks are collected.
      for (const page of [15, 30]) {
        await ids(table, page, 5, filter)
        await untilQuiet(connection)
      }
      const walked: string[] = []
      for (let page = 1; page <= ROWS / 5; page++) {
        walked.push(...(await ids(table, page, 5, filter)))
      }
      expect(walked).toEqual(all)
    }
  })

  it.each(['checked_numbers', 'cubes', 'plain'])(
    'does not keep pages from using bookmarks: %s',
    async (table) => {
      connection.statements.length = 0
      await ids(table, 20, 5)
      await untilQuiet(connection)
      await ids(table, 40, 5)
      expect(connection.statements.some(({ sql }) => sql.includes('cast($'))).toBe(true)
    },
  )
})
