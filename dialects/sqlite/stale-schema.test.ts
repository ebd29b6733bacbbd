/**
 * Tables that are new to a reader, which still has the schema of before in memory: a commit in WAL mode does not
 * change the file, so the reader does not open it again.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { knex } from 'knex'
import { createCatalogue } from '../../src/dialect/catalogue'
import { FileConnection } from './file-connection'
import { createIntrospector } from './introspector'
import { ReaderError } from './reader-error'

const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-stale-'))
const writer = new Database(path.join(folder, 'new.db'))
writer.unsafeMode(true)
writer.pragma('journal_mode = wal')
writer.exec('create table known (id integer primary key)')
const builder = knex({ client: 'better-sqlite3', useNullAsDefault: true })

const readers: FileConnection[] = []
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close()
})
afterAll(() => {
  writer.close()
  rmSync(folder, { recursive: true })
})

/** As a reader process runs a statement on the catalogue. */
function rowsOf(reader: FileConnection, sql: string, bindings: readonly unknown[] = []): unknown[] {
  try {
    return [...reader.rows({ sql, bindings, asCells: false, readsSchema: true }, 'contents')]
  } catch (error) {
    throw error instanceof Database.SqliteError ? new ReaderError(error.message, error.code) : error
  }
}

/** A connection with the present schema in memory. */
function newReader(): FileConnection {
  const reader = new FileConnection(writer.name, 0)
  readers.push(reader)
  rowsOf(reader, 'select * from known')
  return reader
}

/** Creates a table with a key that is no rowid, and with collations that only another program has. */
function createTable(name: string): void {
  writer.exec(
    `create table ${name} (a int, b int not null, c text collate nocase, d text, primary key (b, a));
     create index ${name}_d on ${name} (d collate nocase)`,
  )
  writer.pragma('writable_schema = on')
  writer.exec(`update sqlite_schema set sql = replace(sql, 'nocase', 'other')`)
  writer.pragma('writable_schema = reset')
  writer.pragma(`schema_version = ${Number(writer.pragma('schema_version', { simple: true })) + 1}`)
}

interface Described {
  readonly description: unknown
  readonly statements: number
}

/** @param stale the statement that runs on a connection that has run none since the table was created */
async function describeNew(name: string, stale: number): Promise<Described> {
  const [current, outdated] = [newReader(), newReader()]
  createTable(name)
  let statements = 0
  const catalogue = createCatalogue(builder, async ({ sql, bindings }) =>
    Promise.resolve(rowsOf(statements++ === stale ? outdated : current, sql, bindings)),
  )
  const table = await createIntrospector(catalogue).describeTable(name)
  const terms = (keys?: readonly { sql: string }[]): unknown => keys?.map(({ sql }) => sql)
  const description = {
    isIndexed: !table?.from.includes('not indexed'),
    columns: terms(table?.columns.map(({ order }) => order)),
    tieBreak: terms(table?.tieBreak),
    uniqueKey: terms(table?.uniqueKey),
  }
  return { description, statements }
}

it('describes a new table, whichever statement runs on a reader that does not know it', async () => {
  const { description, statements } = await describeNew('table_0', -1)
  expect(description).toEqual({
    isIndexed: false,
    columns: ['t."a"', 't."b"', 't."c" collate binary', 't."d"'],
    tieBreak: ['t."b"', 't."a"', 't.rowid'],
    uniqueKey: ['t.rowid'],
  })
  expect(statements).toBeGreaterThan(8)
  for (let stale = 0; stale < statements; stale++) {
    const { description: described } = await describeNew(`table_${stale + 1}`, stale)
    expect([stale, described]).toEqual([stale, description])
  }
})

it('finds the keys of a table that was missing when they were read before', () => {
  const reader = newReader()
  const keys = 'pragma main.index_list("later")'
  expect(rowsOf(reader, keys)).toEqual([])
  writer.exec('create table later (id text primary key)')
  expect(rowsOf(reader, keys)).toHaveLength(1)
})
