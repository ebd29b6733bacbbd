/** Types and casts that the users of a database have made, and types whose printed form is not exact. */
import { describeEachServer } from '../../test/support/describe-each-server'
import { effort } from '../../test/support/effort'
import type { TestApp } from '../../test/support/test-app'

interface Page {
  readonly data: readonly Readonly<Record<string, unknown>>[]
  readonly pagination: { readonly total: number; readonly totalPages: number }
}

const PRINTED = 'language sql immutable as'
const STATEMENTS = [
  'create extension seg',
  'create table segments (id int primary key, v seg)',
  'insert into segments select i, (1 + i / 10000000.0)::text::seg from generate_series(1, 6000) i',
  `create type price as (amount numeric, currency text)`,
  `create function currency(price) returns text ${PRINTED} $$ select ($1).currency $$`,
  'create cast (price as text) with function currency(price)',
  'create table prices (n int, v price)',
  "insert into prices select 1, row(i, 'EUR')::price from generate_series(1, 3000) i",
  `create type mood as enum ('sad', 'ok')`,
  `create function german(mood) returns text ${PRINTED}
     $$ select case $1 when 'sad' then 'Traurig' else 'Gut' end $$`,
  'create cast (mood as text) with function german(mood)',
  'create domain feeling as mood',
  'create table moods (id int primary key, v mood, f feeling)',
  "insert into moods values (1, 'sad', 'sad'), (2, 'ok', 'ok'), (3, null, null)",
  'create table nets (id int primary key, v cidr unique)',
  "insert into nets select i, (i || '.0.0.0/8')::cidr from generate_series(1, 12) i",
  // They take precedence over Postgres' own, which have arguments of the type text.
  `create function never(varchar, varchar) returns bool ${PRINTED} $$ select false $$`,
  'create operator ~ (function = never, leftarg = varchar, rightarg = varchar)',
  'create operator > (function = never, leftarg = varchar, rightarg = varchar)',
  `create function octet_length(varchar) returns int ${PRINTED} $$ select 0 $$`,
  `create function json_agg_step(json, json) returns json ${PRINTED} $$ select '[]'::json $$`,
  "create aggregate json_agg(json) (sfunc = json_agg_step, stype = json, initcond = '[]')",
  'create table words (id int primary key, v varchar)',
  "insert into words select i, repeat('word', 20) || i from generate_series(1, 3000) i",
  // Databases from before Postgres 8.3 often have such casts.
  'create cast (bigint as text) with inout as implicit',
  'create cast (numeric as text) with inout as implicit',
]

describeEachServer('postgres', 'a type or a cast of a user', (server) => {
  let app: TestApp
  beforeAll(async () => {
    app = await server.serve(STATEMENTS)
  })
  const read = async (query: string): Promise<Page> =>
    JSON.parse((await app.get(`query?${query}`)).text) as Page

  it.each<[string, string, string, number]>([
    ['segments', 'sort=v:asc', 'id', 6000],
    ['prices', 'sort=n:asc', 'v', 3000],
    ['words', 'sort=v:asc', 'id', 3000],
    ['words', 'filter=WORD', 'id', 3000],
    ...effort<[string, string, string, number][]>(
      [],
      [
        ['segments', 'sort=v:desc', 'id', 6000],
        ['prices', 'sort=v:desc', 'v', 3000],
        ['words', `filter=${'word'.repeat(20)}`, 'id', 3000],
      ],
    ),
  ])('has each row of %s once, by pages with %s', async (table, query, column, rows) => {
    const seen = new Set<unknown>()
    for (let page = 1, last = 1; page <= last; page++) {
      const { data, pagination } = await read(`limit=100&table=${table}&${query}&page=${page}`)
      last = pagination.totalPages
      for (const row of data) seen.add(row[column])
    }
    expect(seen.size).toBe(rows)
  })

  it.each([
    ['sad', 1],
    ['TRAURIG', 0],
    ['gut', 0],
    ['ok', 1],
  ])('finds the labels of enums as clients see them: %s', async (filter, total) => {
    for (const column of ['v', 'f']) {
      const { pagination } = await read(`table=moods&filter=${filter}&filterColumns=${column}`)
      expect(pagination.total).toBe(total)
    }
  })

  it('sorts networks as Postgres does', async () => {
    const { data } = await read('table=nets&sort=v:asc&limit=12')
    expect(data.map(({ id }) => id)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
  })
})
