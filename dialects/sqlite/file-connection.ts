/** A read-only connection to a SQLite file, which opens the file again when another one replaces it. */
import Database from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import type { Cell } from '../../src/dialect/schema'
import { HASH, hashOf, SchemaVersion } from './schema-version'
import { REPLACE_NUL, replaceNul } from './search'

/** Maximum number of statements that stay prepared. */
const MAX_STATEMENTS = 200

/** Maximum number of their characters together: SQLite holds 20 to 40 bytes for each in memory. */
const MAX_CHARACTERS = 500_000

export interface FileStatement {
  readonly sql: string
  readonly bindings: readonly unknown[]
  /** Rows as arrays and integers as bigint, for columns of equal names and integers above 2^53. */
  readonly asCells: boolean
  /** The version that the statement was made for; another one is an error with code `READER_SCHEMA`. */
  readonly schemaVersion?: string | undefined
  /** Whether it is on the catalogue: SQLite then first compares the schema in memory with that of the file. */
  readonly readsSchema?: boolean
}

/** Makes SQLite compare the schema that it has in memory with the version in the file. */
const VERIFY_SCHEMA = 'select 1 from main.sqlite_schema limit 1'

export interface TableColumn {
  readonly table: string
  readonly name: string
}

export class FileConnection {
  private readonly statements = new LRUCache<string, Database.Statement>({
    max: MAX_STATEMENTS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_statement, { length }) => length,
  })
  private connection: Database.Database | undefined
  private openedContents: string | undefined
  private isClosed = false
  /** Of all statements that were prepared since the opening. */
  private characters = 0
  /** Of the file since its opening. */
  private schema = this.unknownSchema()
  /** Increases with each opening. */
  openings = 0

  /** @param lockTimeout milliseconds to wait for a writer's lock */
  constructor(
    readonly filename: string,
    private readonly lockTimeout: number,
  ) {}

  /** State of the file when it was opened; `undefined` if it is not open. */
  get contents(): string | undefined {
    return this.openedContents
  }

  /**
   * @param contents state of the file; when it changes, the file is opened again. SQLite drops its
   *   cached pages and schema when the file's change counter changes, but a copy of another file can
   *   have the same counter. Opening takes less than a millisecond.
   */
  *rows(
    { sql, bindings, asCells, schemaVersion, readsSchema }: FileStatement,
    contents: string | undefined,
  ): Generator<unknown, void> {
    this.openCurrent(contents)
    if (readsSchema === true) this.refreshSchema(sql)
    const statement = this.prepared(sql)
    const checkSchema = this.schema.check(schemaVersion)
    // Runs a write only to fail: SQLite refuses it on a read-only connection.
    if (!statement.reader) statement.run(bindings)
    for (const row of statement.raw(asCells).safeIntegers(asCells).iterate(bindings)) {
      checkSchema()
      yield row
    }
    checkSchema()
  }

  /** All rows of a statement within `inTransaction`, without a check of the schema. */
  all(sql: string, bindings: readonly unknown[]): Cell[][] {
    return this.prepared(sql).raw(true).safeIntegers(true).all(bindings) as Cell[][]
  }

  /** Rows of a statement whose values are cells. */
  cells(statement: FileStatement, contents: string | undefined): Generator<Cell[], void> {
    return this.rows(statement, contents) as Generator<Cell[], void>
  }

  /**
   * Runs statements in one transaction: they see the same data and the same schema, and SQLite locks and
   * checks the file once instead of for each.
   * @param contents see `rows`
   */
  inTransaction<Result>(contents: string | undefined, work: () => Result): Result {
    this.openCurrent(contents)
    this.prepared('begin').run()
    try {
      return work()
    } finally {
      this.prepared('commit').run()
    }
  }

  /**
   * Changes with each opening, and with every commit of another connection, including commits that WAL
   * mode stores beside the file. In a transaction, it is the version that the transaction reads.
   * https://www.sqlite.org/pragma.html#pragma_data_version
   * @param contents see `rows`
   */
  dataVersion(contents: string | undefined): string {
    this.openCurrent(contents)
    return `${this.openings}:${String(this.prepared('pragma data_version').pluck().get())}`
  }

  /**
   * The number that every change of the schema increments.
   * @param contents see `rows`
   */
  schemaNumber(contents: string | undefined): number {
    this.openCurrent(contents)
    return this.schema.number()
  }

  /** @param contents see `rows` */
  hasSchema(version: string, contents: string | undefined): boolean {
    this.openCurrent(contents)
    return this.schema.is(version)
  }

  /**
   * The same, after it has made sure that SQLite explains statements by that version: unlike a statement that runs,
   * one that is explained does not notice that another connection has changed the schema.
   * @param contents see `rows`
   */
  hasSchemaToExplain(version: string, contents: string | undefined): boolean {
    this.openCurrent(contents)
    if (this.schema.hasChanged()) this.closeFile()
    return this.hasSchema(version, contents)
  }

  /** The statement's cells that are columns of a table. */
  columns(sql: string): TableColumn[] {
    return this.prepared(sql)
      .columns()
      .flatMap(({ table, column }) =>
        table === null || column === null ? [] : [{ table, name: column }],
      )
  }

  /** Statements that still run do not open the file again. */
  close(): void {
    this.isClosed = true
    this.closeFile()
  }

  /** The next statement opens the file again. */
  closeFile(): void {
    this.connection?.close()
    this.connection = undefined
    this.openedContents = undefined
    this.schema = this.unknownSchema()
    this.statements.clear()
    this.characters = 0
  }

  /**
   * Closes the file if many statements have been prepared. That frees all of them. A dropped statement is otherwise
   * freed only by the garbage collector, which does not know its size.
   */
  closeFileOfMany(): void {
    if (this.characters > MAX_CHARACTERS) this.closeFile()
  }

  private unknownSchema(): SchemaVersion {
    return new SchemaVersion((sql) => this.prepared(sql))
  }

  /** Opens the file, unless the open connection is to the same contents. */
  private openCurrent(contents: string | undefined): void {
    if (this.connection && contents === this.openedContents) return
    if (this.isClosed) throw new Error('the connection is closed')
    // Close it first: connections of a process share the index of the write-ahead log, even after the log is removed.
    this.closeFile()
    const options = { readonly: true, fileMustExist: true, timeout: this.lockTimeout }
    const opened = new Database(this.filename, options)
    opened.function(REPLACE_NUL, { deterministic: true }, replaceNul)
    opened.function(HASH, { deterministic: true, directOnly: true }, hashOf)
    this.connection = opened
    this.openedContents = contents
    this.openings++
  }

  /**
   * A pragma is executed while it is prepared. If the schema in memory does not have its table or index, it has no
   * rows, and does not notice that another connection has created it.
   */
  private refreshSchema(sql: string): void {
    this.prepared(VERIFY_SCHEMA).all()
    this.statements.delete(sql)
  }

  private prepared(sql: string): Database.Statement {
    const cached = this.statements.get(sql)
    if (cached) return cached
    if (!this.connection) throw new Error('the file is not open')
    const statement = this.connection.prepare(sql)
    this.statements.set(sql, statement)
    this.characters += sql.length
    return statement
  }
}
