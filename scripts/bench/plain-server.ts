/** A typical hand-written handler: Koa and knex, the rows, then the count. */
import { knex } from 'knex'
import Koa from 'koa'
import { COLUMNS } from './table'

const url = process.argv[2] ?? ''

function connect(): ReturnType<typeof knex> {
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

const db = connect()
const app = new Koa()

app.use(async (ctx) => {
  const { limit = 10, page = 1, sort = 'id:asc', filter } = ctx.query as Record<string, string>
  const [column = 'id', direction = 'asc'] = sort.split(':')
  const matching = db('bench')
  if (filter !== undefined) {
    void matching.where((either) => {
      // knex's whereLike requires a collation on MySQL that the columns may not have.
      void either.where('name', 'like', `%${filter}%`).orWhere('note', 'like', `%${filter}%`)
    })
  }
  const rows = await matching
    .clone()
    .select(...COLUMNS)
    .orderBy(column, direction)
    .limit(Number(limit))
    .offset((Number(page) - 1) * Number(limit))
  const [counted] = await matching.clone().count({ total: '*' })
  const total = Number(counted?.['total'])
  ctx.body = {
    data: rows,
    columns: COLUMNS,
    pagination: {
      page: Number(page),
      limit: Number(limit),
      total,
      totalPages: Math.ceil(total / Number(limit)),
    },
  }
})

const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  process.stdout.write(`http://127.0.0.1:${port} is ready\n`)
})
