/** With `maxTotalAge`, totals and the bookmarks of deep pages may be outdated; rows are current. */
import type { Fixture, FixtureTable, FixtureValue } from '../../fixtures/fixture-table'
import {
  createTableService,
  type QueryResult,
  type TableService,
} from '../../src/core/table-service'
import { describeOneEngine, withoutApp } from '../support/describe-each-engine'
import {
  recordedConnection,
  untilQuiet,
  type RecordedConnection,
} from '../support/recorded-connection'
import { startTestApp } from '../support/test-app'
import { waitUntil } from '../support/wait-until'

const ROWS = 240
const MAX_AGE = 60_000

/** Rows between two bookmarks. */
const STEP = 3

const columns: FixtureTable['columns'] = [
  { name: 'id', type: { kind: 'integer' } },
  { name: 'word', type: { kind: 'varchar', length: 20 } },
]

const word = (id: number): string => (id % 2 === 0 ? 'even' : 'odd')

const oddAndEven = (): FixtureValue[][] =>
  Array.from({ length: ROWS }, (_, index) => [index + 1, word(index + 1)])

const fixture: Fixture = {
  tables: [
    {
      name: 'growing',
      columns,
      primaryKey: ['id'],
      rows: oddAndEven,
    },
    {
      name: 'shrinking',
      columns,
      primaryKey: ['id'],
      rows: () => Array.from({ length: ROWS }, (_, index) => [index + 1, `w${1000 + index}`]),
    },
    {
      name: 'keyless',
      columns,
      primaryKey: [],
      rows: oddAndEven,
    },
  ],
  views: [{ name: 'seen', query: 'select id, word from growing' }],
}

withoutApp(describeOneEngine)('totals up to an age', fixture, (t) => {
  let connection: RecordedConnection
  let tables: TableService
  let time = 1_000_000
  const now = (): number => time
  beforeAll(() => {
    connection = recordedConnection(t.database.url)
  })
  beforeEach(() => {
    tables = createTableService(connection, connection.dialect, {
      ...{ maxTotalAge: MAX_AGE, bookmarkStep: STEP, now },
    })
  })
  afterEach(async () => {
    await untilQuiet(connection)
    for (const table of ['growing', 'keyless']) await write(`delete from ${table} where id <= 0`)
  })
  afterAll(() => connection.close())

  const write = async (sql: string): Promise<void> => {
    const writer = await t.storage.open(t.database.url)
    await writer.run(sql)
    await writer.close()
  }

  /** Inserts a row before all others, a millisecond after the last event. */
  const insert = async (id: number): Promise<void> => {
    time++
    for (const table of ['growing', 'keyless']) {
      await write(`insert into ${table} (id, word) values (${id}, '${word(id)}')`)
    }
  }

  const read = (page: number, limit = 10, table = 'growing'): Promise<QueryResult> =>
    tables.query({ table, page, limit, filter: '', sort: [] })

  /** Reads a page, and waits until the bookmarks of the table are collected. */
  const readAndCollect = async (page: number): Promise<void> => {
    connection.statements.length = 0
    await read(page)
    await waitUntil(() => connection.statements.some(({ sql }) => sql.includes('row_number()')))
    await untilQuiet(connection)
  }

  const ids = ({ rows }: QueryResult): number[] => rows.map(([id]) => Number(id))

  const counts = (): number =>
    connection.statements.filter(({ sql }) => sql.includes('count(*) from')).length

  it('returns no rows of a page from a bookmark when they were deleted', async () => {
    const sort = [
      { column: 'word', direction: 'asc' },
      { column: 'id', direction: 'desc' },
    ] as const
    const query = (page: number): ReturnType<TableService['query']> =>
      tables.query({ table: 'shrinking', page, limit: STEP, filter: '', sort })
    await query(1)
    connection.statements.length = 0
    await query(ROWS / STEP / 2)
    await waitUntil(() => connection.statements.length > Math.floor((ROWS - 1) / STEP))
    await untilQuiet(connection)
    await write('delete from shrinking where id > 100')
    const { rows, pagination } = await query(ROWS / STEP / 2 - 1)
    expect([rows, pagination.total]).toEqual([[], ROWS])
  })

  it('returns no rows of a search when the rows of the page were deleted', async () => {
    const query = { table: 'growing', page: 3, limit: 10, filter: 'odd', sort: [] }
    expect((await tables.query(query)).rows).toHaveLength(10)
    await write("update growing set word = 'gone' where word = 'odd' and id > 10")
    try {
      const { rows, pagination } = await tables.query(query)
      expect([rows, pagination.total]).toEqual([[], ROWS / 2])
    } finally {
      await write("update growing set word = 'odd' where word = 'gone'")
    }
  })

  it.each(['growing', 'seen'])(
    'returns an outdated total of %s with current rows',
    async (table) => {
      const first = await read(1, 10, table)
      expect([first.pagination.total, first.age]).toEqual([ROWS, 0])
      await insert(0)
      connection.statements.length = 0
      const { pagination, rows, age, version } = await read(1, 10, table)
      expect([pagination.total, Number(rows[0]?.[0]), age, version]).toEqual([
        ROWS,
        0,
        1,
        undefined,
      ])
      expect(counts()).toBe(0)
    },
  )

  it.each([
    ['growing', ''],
    ['growing', 'odd'],
    ['seen', ''],
    ['seen', 'odd'],
    ['keyless', 'odd'],
  ])('counts %s with the filter "%s" in the background', async (table, filter) => {
    const query = { table, page: 1, limit: 10, filter, sort: [] }
    const { total } = (await tables.query(query)).pagination
    await insert(-1)
    time += MAX_AGE / 2
    connection.statements.length = 0
    expect((await tables.query(query)).pagination.total).toBe(total)
    await waitUntil(() => counts() > 0)
    // The count may take longer than the statements that follow it.
    await waitUntil(async () => (await tables.query(query)).age === 0)
    expect((await tables.query(query)).pagination.total).toBe(total + 1)
  })

  it('counts before the response when the total is too old', async () => {
    await read(1)
    await insert(0)
    time += MAX_AGE
    const { pagination, age } = await read(1)
    expect([pagination.total, age]).toEqual([ROWS + 1, 0])
  })

  it('counts once for all requests that wait', async () => {
    await read(1)
    await insert(0)
    time += MAX_AGE
    connection.statements.length = 0
    const results = await Promise.all([1, 2, 3, 4, 5, 6].map((page) => read(page)))
    expect(new Set(results.map(({ pagination }) => pagination.total))).toEqual(new Set([ROWS + 1]))
    expect(counts()).toBe(1)
  })

  it('returns all rows of a page that has more than the total', async () => {
    expect((await read(1, 300)).pagination.total).toBe(ROWS)
    await insert(0)
    await insert(-1)
    const result = await read(1, 300)
    expect([result.rows.length, result.pagination.total, result.age]).toEqual([
      ROWS + 2,
      ROWS + 2,
      2,
    ])
  })

  it('counts for a page beyond the total', async () => {
    await read(1)
    await insert(0)
    const result = await read(25)
    expect([ids(result), result.pagination.total, result.age]).toEqual([[ROWS], ROWS + 1, 0])
  })

  it('reads a deep page from an outdated bookmark', async () => {
    await read(1)
    await readAndCollect(12)
    await insert(0)
    const deep = await read(13)
    expect([ids(deep)[0], deep.pagination.total, deep.age, deep.version]).toEqual([
      ...[121, ROWS, 1, undefined],
    ])
    time += MAX_AGE
    expect(ids(await read(13))[0]).toBe(120)
  })

  it('collects bookmarks again while they are in use', async () => {
    await read(1)
    await readAndCollect(12)
    await insert(0)
    time += MAX_AGE / 2
    await readAndCollect(13)
    time += MAX_AGE / 2 - 1
    connection.statements.length = 0
    const deep = await read(13)
    expect([ids(deep)[0], counts()]).toEqual([120, 0])
  })

  it('sends the age of the total in a header, in seconds', async () => {
    const app = await startTestApp(t.database.url, {
      ...{ maxTotalAge: MAX_AGE, plainReads: false, now },
    })
    try {
      const exact = await app.get('query?table=growing')
      expect(exact.headers['x-total-age']).toBe('0')
      const counted = time
      await insert(0)
      time = counted + 1500
      const aged = await app.get('query?table=growing')
      expect(aged.headers['x-total-age']).toBe('1.5')
      expect(aged.headers).not.toHaveProperty('etag')
    } finally {
      await app.stop()
    }
  })
})
