/**
 * A minimal server: node:http, the driver and hand-written SQL, with the same values and without a
 * total. `COUNT=1` adds a total, counted in each request.
 */
import { createServer } from 'node:http'
import Database from 'better-sqlite3'
import { createPool } from 'mysql2'
import { Pool } from 'pg'
import { COLUMNS } from './table'

type Row = readonly (string | number | bigint | null)[]
type Run = (sql: string, values: readonly unknown[]) => Promise<readonly Row[]>

const url = process.argv[2] ?? ''
const isCounted = process.env['COUNT'] === '1'
const isPostgres = url.startsWith('postgres')

function connect(): Run {
  if (isPostgres) {
    const names = new Map<string, string>()
    const nameOf = (text: string): string =>
      names.get(text) ?? (names.set(text, `s${names.size}`), names.get(text) ?? '')
    const pool = new Pool({ connectionString: url, max: 10 })
    pool.on('connect', (client) => void client.query("set time zone 'UTC'"))
    const types = { getTypeParser: () => (text: string) => text }
    return async (text, values) => {
      const { rows } = await pool.query({
        name: nameOf(text),
        text,
        values: [...values],
        rowMode: 'array',
        types,
      })
      return rows as Row[]
    }
  }
  if (url.startsWith('sqlite:')) {
    const db = new Database(url.slice('sqlite:'.length), { readonly: true })
    return (sql, values) =>
      Promise.resolve(
        db
          .prepare(sql)
          .raw()
          .safeIntegers()
          .all(values.map((v) => (typeof v === 'number' ? BigInt(v) : v))) as Row[],
      )
  }
  const pool = createPool({
    uri: url.replace(/^mariadb:/, 'mysql:'),
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
  })
  pool.on('connection', (connection) => {
    connection.query('set sql_select_limit = 18446744073709551615')
  })
  return (sql, values) =>
    new Promise((resolve, reject) => {
      pool.execute({ sql, rowsAsArray: true }, values.map(String), (error, rows) => {
        if (error) reject(error)
        else resolve(rows as unknown as Row[])
      })
    })
}

const run = connect()
const place = (number: number): string => (isPostgres ? `$${number}` : '?')

createServer((request, response) => {
  respond(new URLSearchParams(request.url?.split('?')[1])).then(
    (body) => {
      response.setHeader('Content-Type', 'application/json; charset=utf-8')
      response.end(body)
    },
    (error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    },
  )
}).listen(0, '127.0.0.1', function (this: { address(): unknown }) {
  const { port } = this.address() as { port: number }
  process.stdout.write(`http://127.0.0.1:${port} is ready\n`)
})

async function respond(query: URLSearchParams): Promise<string> {
  const limit = Number(query.get('limit') ?? 10)
  const page = Number(query.get('page') ?? 1)
  const [column = 'id', direction = 'asc'] = query.get('sort')?.split(':') ?? []
  const filter = query.get('filter')
  const where = filter === null ? '' : `where (name like ${place(1)} or note like ${place(2)})`
  const values = filter === null ? [] : [`%${filter}%`, `%${filter}%`]
  const order = column === 'id' ? `id ${direction}` : `${column} ${direction}, id ${direction}`
  const next = values.length
  const rows = await run(
    `select ${COLUMNS.join(', ')} from bench ${where} order by ${order} limit ${place(next + 1)} offset ${place(next + 2)}`,
    [...values, limit, (page - 1) * limit],
  )
  const [[total] = [0]] = isCounted ? await run(`select count(*) from bench ${where}`, values) : []
  const data = rows.map(rowJson).join(',')
  return `{"data":[${data}],"columns":${JSON.stringify(COLUMNS)},"pagination":{"page":${page},"limit":${limit},"total":${total}}}`
}

function rowJson([id, name, note, amount, rating, active, created]: Row): string {
  const isActive = active === 't' || Number(active) === 1
  const at = String(created).replace(' ', 'T').replace('+00', 'Z')
  return `{"id":${id},"name":${JSON.stringify(name)},"note":${JSON.stringify(note)},"amount":"${amount}","rating":${rating},"active":${isActive},"created_at":"${at}"}`
}
