/** Tables with as many columns as SQLite allows, or a few less. @long */
import { fixtureStorage } from '../../test/engines/sqlite/fixture-storage'
import { describeEachServer } from '../../test/support/describe-each-server'
import { effort, isStress } from '../../test/support/effort'
import { expectPagesOfRefilled } from '../../test/support/refilled-table'
import type { TestApp } from '../../test/support/test-app'
import { withWrittenDatabase } from '../../test/support/written-database'

/** https://www.sqlite.org/limits.html#max_column */
const MAX_COLUMNS = 2000

/** Short names, so that all fit into one URL: a0, a1 … zz, a00, a01 and so on. */
const names = (count: number): string[] =>
  [36, 36 * 36]
    .flatMap((endings) =>
      Array.from({ length: 26 * endings }, (_, index) => {
        const ending = (index % endings).toString(36).padStart(endings === 36 ? 1 : 2, '0')
        return (10 + Math.floor(index / endings)).toString(36) + ending
      }),
    )
    .slice(0, count)

function statements(count: number, options: string, rows: number): string[] {
  const definition = names(count).map((name) => `"${name}" text`)
  return [
    `create table wide (${definition.join(', ')}${options}`,
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
     insert into wide (a0, a1, "${names(count).at(-1)}") select printf('%04d', i), 'é' || i % 10, 'end' || i from n`,
    'create view seen as select * from wide',
  ]
}

describeEachServer('sqlite', 'a wide table', (server) => {
  interface Body {
    readonly data: Record<string, unknown>[]
    readonly columns: string[]
    readonly pagination: { readonly total: number }
  }

  const ROWS = 30

  const serve = (count: number, options: string): Promise<TestApp> =>
    server.serve(statements(count, options, ROWS), undefined, { maxUrlLength: 100_000 })

  const queryOf = async (
    app: TestApp,
    parameters: string,
  ): Promise<{ status: number; body: Body }> => {
    const { status, text } = await app.get(`query?table=${parameters}`)
    return { status, body: JSON.parse(text) as Body }
  }

  async function expectAllColumns(app: TestApp, table: string, count: number): Promise<void> {
    const { status, body } = await queryOf(app, `${table}&limit=2&page=3`)
    expect([status, body.pagination.total, body.columns.length]).toEqual([200, ROWS, count])
    const [first] = body.data
    expect(Object.keys(first ?? {})).toEqual(names(count))
    expect(body.data.map((row) => [row['a0'], row[names(count).at(-1) ?? ''], row['a5']])).toEqual([
      ['0005', 'end5', null],
      ['0006', 'end6', null],
    ])
  }

  // A page with its total, or with other columns of its own, has too many columns if the table has a few more.
  it.each([MAX_COLUMNS - 2, MAX_COLUMNS - 3])(
    'with %i columns has all its columns in the response',
    async (count) => {
      await expectAllColumns(await serve(count, ')'), 'wide', count)
    },
  )

  const ofMaximum: [number, string][] = [
    [MAX_COLUMNS, ')'],
    [MAX_COLUMNS, ', primary key (a0)) without rowid'],
  ]
  const others: [number, string][] = [
    [MAX_COLUMNS - 2, ')'],
    [MAX_COLUMNS - 3, ')'],
  ]
  describe.each([...ofMaximum, ...effort([], others)])('with %i columns%s', (count, options) => {
    // A view of any of the tables reads the same columns.
    const tables = isStress || options === ')' ? ['wide', 'seen'] : ['wide']
    let app: TestApp
    beforeAll(async () => {
      app = await serve(count, options)
    })

    const query = (parameters: string): Promise<{ status: number; body: Body }> =>
      queryOf(app, parameters)

    it.each(tables)('has all its columns in the response: %s', (table) =>
      expectAllColumns(app, table, count),
    )

    it.each(effort(['wide'], tables))('can be searched in all its columns: %s', async (table) => {
      const { status, body } = await query(`${table}&filter=END2&limit=3&sort=a0:desc`)
      const found = Array.from({ length: ROWS }, (_, row) => String(row + 1)).filter((id) =>
        id.startsWith('2'),
      )
      expect([status, body.pagination.total]).toEqual([200, found.length])
      const last = found.map((id) => id.padStart(4, '0')).sort()
      expect(body.data.map((row) => row['a0'])).toEqual(last.reverse().slice(0, 3))
      const none = await query(`${table}&filter=nowhere`)
      expect([none.status, none.body.data, none.body.pagination.total]).toEqual([200, [], 0])
      const beyond = await query(`${table}&filter=END2&page=50`)
      expect([beyond.status, beyond.body.data, beyond.body.pagination.total]).toEqual([
        200,
        [],
        found.length,
      ])
    })

    it('can be sorted by all columns, or the error reports the maximum', async () => {
      const sortedBy = (table: string, terms: number): Promise<{ status: number; body: Body }> => {
        const sort = names(terms).map((name) => `${name}:asc`)
        return query(`${table}&limit=1&sort=${sort.join()}`)
      }
      const tooMany = (value: string | undefined, max: number): object => ({
        status: 400,
        body: { details: { parameter: 'sort', value, constraint: `at most ${max} columns` } },
      })
      for (const [table, max] of [
        ['wide', Math.min(count, 1999)],
        ...tables.slice(1).map((view) => [view, 1089] as const),
      ] as const) {
        expect(await sortedBy(table, max)).toMatchObject({
          status: 200,
          body: { data: [{ a0: '0001' }] },
        })
      }
      expect(await sortedBy('seen', 1090)).toMatchObject(tooMany(names(1090).at(-1), 1089))
      // A repeated column is no further term.
      const repeated = ['a0', ...names(1090)].map((name) => `${name}:asc`)
      expect(await query(`seen&limit=1&sort=${repeated.join()}`)).toMatchObject(
        tooMany(names(1090).at(-1), 1089),
      )
      // The rowid, which makes the order unique, is one more term.
      const hasRoom = count < MAX_COLUMNS || options.includes('rowid')
      expect(await sortedBy('wide', count)).toMatchObject(
        hasRoom ? { status: 200 } : tooMany(names(count).at(-1), 1999),
      )
    }, 60_000)
  })

  it('has deep pages, a last page and an empty page after it', async () => {
    // Enough rows for seek bookmarks.
    const rows = 1200
    const limit = 20
    const app = await server.serve(statements(MAX_COLUMNS, ')', rows))
    const all = Array.from({ length: rows }, (_, row) => String(row + 1).padStart(4, '0'))
    for (const page of effort([1, 41, 61], [1, 31, 36, 41, 60, 61, 41])) {
      const { status, text } = await app.get(`query?table=wide&limit=${limit}&page=${page}`)
      const { data, pagination } = JSON.parse(text) as {
        data: { a0: string }[]
        pagination: { total: number }
      }
      expect([status, pagination.total]).toEqual([200, rows])
      expect(data.map(({ a0 }) => a0)).toEqual(all.slice((page - 1) * limit, page * limit))
    }
  }, 60_000)

  const ofTable = ['table', MAX_COLUMNS, 1998] as const
  it.each(effort([ofTable], [['view', 1000, 1000], ofTable]))(
    'of a %s with %i columns is sorted by %i of them while rows are added',
    async (kind, count, terms) => {
      const url = await server.create(statements(count, ')', 30))
      const sort = names(terms).map((column) => ({ column, direction: 'desc' as const }))
      const few = [['a1', 'a0']]
      await withWrittenDatabase(fixtureStorage, url, async (database) => {
        for (const columns of effort(few, [['a0'], ...few, names(1000)])) {
          const name = kind === 'view' ? 'seen' : 'wide'
          const read = { name, table: 'wide', limit: 3, columns, orders: [[], sort] }
          await expectPagesOfRefilled(database, read)
        }
      })
    },
  )
})
