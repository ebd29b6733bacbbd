/** What a typical hand-written handler does: knex, the rows, then the count. */
import { knex } from 'knex'

interface PlainTable {
  readonly columns: readonly string[]
  /** Text columns that `filter` searches. */
  readonly searched: readonly string[]
}

type Answer = (query: Record<string, string | undefined>) => Promise<object>

/** @returns a function from the parameters of a request to the body of the response; `total=no` omits the count */
export function plainHandler(url: string, { columns, searched }: PlainTable): Answer {
  const db = connect(url)
  return async ({ limit = '10', page = '1', sort = 'id:asc', filter, total }) => {
    const [column = 'id', direction = 'asc'] = sort.split(':')
    const matching = db('bench')
    if (filter !== undefined) {
      void matching.where((either) => {
        // knex's whereLike requires a collation on MySQL that the columns may not have.
        for (const name of searched) void either.orWhere(name, 'like', `%${filter}%`)
      })
    }
    const data: unknown[] = await matching
      .clone()
      .select(...columns)
      .orderBy(column, direction)
      .limit(Number(limit))
      .offset((Number(page) - 1) * Number(limit))
    const pagination = { page: Number(page), limit: Number(limit) }
    if (total === 'no') return { data, columns, pagination }
    const [counted] = await matching.clone().count({ total: '*' })
    const all = Number(counted?.['total'])
    const totalPages = Math.ceil(all / Number(limit))
    return { data, columns, pagination: { ...pagination, total: all, totalPages } }
  }
}

function connect(url: string): ReturnType<typeof knex> {
  if (url.startsWith('postgres')) return knex({ client: 'pg', connection: url, pool: { max: 10 } })
  if (url.startsWith('sqlite:')) {
    const connection = { filename: url.slice('sqlite:'.length) }
    return knex({ client: 'better-sqlite3', connection, useNullAsDefault: true })
  }
  return knex({
    client: 'mysql2',
    connection: url.replace(/^mariadb:/, 'mysql:'),
    pool: {
      max: 10,
      afterCreate: (session: { query(sql: string, done: unknown): void }, done: unknown) => {
        session.query('set sql_select_limit = 18446744073709551615', done)
      },
    },
  })
}
