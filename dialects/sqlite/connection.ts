import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { knex, type Knex } from 'knex'
import BetterSqlite3Client, { type Statement } from 'knex/lib/dialects/better-sqlite3/index.js'
import { ConnectionStringError, type ConnectionOptions } from '../../src/dialect/dialect'
import { errorCode } from '../../src/dialect/driver-error'
import { poolConfig } from '../../src/dialect/pool'
import type { Cell } from '../../src/dialect/schema'
import { restoreQuestionMarks } from '../../src/dialect/sql-fragment'
import { REPLACE_NUL, replaceNul } from './search'

export function connect(connection: string, options: ConnectionOptions): Knex {
  const filename = filenameOf(connection)
  if (!existsSync(filename)) throw new ConnectionStringError(`no such file: ${filename}`)
  return knex({
    client: SqliteClient,
    connection: { filename },
    useNullAsDefault: true,
    // Statements run one after another in this thread anyway.
    ...poolConfig(options, { max: 1 }),
  })
}

/** `sqlite:shop.db`, `sqlite:/data/shop.db`, `sqlite:///data/shop.db`, or the path alone. */
function filenameOf(connection: string): string {
  return path.resolve(connection.replace(/^sqlite:(\/\/)?/i, ''))
}

/** Rows as arrays and integers as bigint: neither equal names nor 2^53 can lose anything. */
const AS_CELLS = 'cells'

class SqliteClient extends BetterSqlite3Client {
  override acquireRawConnection(): Promise<Database.Database> {
    const { filename } = this.connectionSettings as { filename: string }
    const connection = new Database(filename, { readonly: true, fileMustExist: true })
    connection.function(REPLACE_NUL, { deterministic: true }, replaceNul)
    return Promise.resolve(connection)
  }

  override _query(connection: Database.Database, query: Statement): Promise<Statement> {
    return new Promise((resolve) => {
      const statement = connection.prepare(restoreQuestionMarks(query.sql))
      if (query.options?.['rows'] === AS_CELLS) statement.raw().safeIntegers()
      const bindings = query.bindings.map(exactInteger)
      query.response = statement.reader ? statement.all(bindings) : statement.run(bindings)
      resolve(query)
    })
  }
}

/** The driver binds a number above 2^31 as a float, which OFFSET refuses in part of its range. */
function exactInteger(binding: unknown): unknown {
  return typeof binding === 'number' ? BigInt(binding) : binding
}

export async function readRows(query: Knex.QueryBuilder): Promise<Cell[][]> {
  return (await query.options({ rows: AS_CELLS })) as Cell[][]
}

export function explainFailure(error: unknown, connection: string): string {
  const filename = filenameOf(connection)
  const code = errorCode(error)
  if (code === 'SQLITE_NOTADB') return `not a SQLite database: ${filename}`
  if (!existsSync(filename)) return `no such file: ${filename}`
  if (!statSync(filename).isFile()) return `not a file: ${filename}`
  if (code.startsWith('SQLITE_CANTOPEN')) {
    return (
      `cannot open ${filename}: check that it may be read and, if it is in WAL mode, ` +
      'that its -shm file exists or its folder may be written'
    )
  }
  if (code === 'SQLITE_CORRUPT') return `the SQLite database is damaged: ${filename}`
  return `cannot read ${filename}${code === '' ? '' : ` (${code})`}`
}
