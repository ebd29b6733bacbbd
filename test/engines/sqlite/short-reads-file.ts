/** A file with short reads of it, whose clock a test sets. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { FileConnection } from '../../../dialects/sqlite/file-connection'
import { fileState } from '../../../dialects/sqlite/file-state'
import {
  HASH,
  hashOf,
  SCHEMA_HASH,
  versionOf,
  type SchemaHash,
  type SchemaNumber,
} from '../../../dialects/sqlite/schema-version'
import { ShortReads, type ShortStatement } from '../../../dialects/sqlite/short-reads'
import type { Cell } from '../../../src/dialect/schema'

const TABLES = `
  create table things (id integer primary key, code text not null unique, name text, note blob);
  create index things_name on things (name);
  with recursive n (i) as (select 1 union all select i + 1 from n where i < 2000)
    insert into things select i, printf('%05d', i), 'n' || (i % 3), zeroblob(3) from n;
  create view seen as select * from things where id % 1000 = 0;
  create virtual table words using fts5 (word);
`

export class ShortReadsFile {
  time = 0
  /** Milliseconds by which the clock advances during a read. */
  duration = 0
  /** Whether the thread waits meanwhile, as for a disk. */
  isWaiting = false
  /** Called when a read begins and ends. */
  onRead: (() => void) | undefined
  /** The versions of the data that the statements have read. */
  readonly versions: (string | undefined)[] = []
  readonly reads: ShortReads

  private constructor(
    readonly folder: string,
    readonly writer: Database.Database,
    readonly connection: FileConnection,
  ) {
    const versions = { record: (version?: string) => this.versions.push(version) }
    const schema = { isSmall: () => Promise.resolve(true) }
    this.reads = new ShortReads(connection, versions, schema, () => this.advance())
  }

  static async create(): Promise<ShortReadsFile> {
    const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-short-'))
    const writer = new Database(path.join(folder, 'data.db'))
    writer.exec(TABLES)
    const file = new ShortReadsFile(folder, writer, new FileConnection(writer.name, 0))
    await file.settled()
    return file
  }

  close(): void {
    this.connection.close()
    this.writer.close()
    rmSync(this.folder, { recursive: true })
  }

  private advance(): number {
    this.time += this.duration
    this.onRead?.()
    if (this.isWaiting) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    return this.time
  }

  /** Waits until the last write is old enough that the next one is detectable. */
  async settled(): Promise<void> {
    while (fileState(this.writer.name)?.isSettled !== true) await delay(5)
  }

  schemaNumber(): SchemaNumber {
    const [number] = this.writer.pragma('schema_version') as [SchemaNumber]
    return number
  }

  version(): string {
    this.writer.function(HASH, hashOf)
    const hash = this.writer.prepare(SCHEMA_HASH).get() as SchemaHash
    return versionOf(this.schemaNumber(), hash)
  }

  /** With the first cell that a statement of the core has. */
  statement(select: string, bindings: readonly Cell[] = []): ShortStatement {
    return {
      ...{ sql: select.replace('select ', 'select null, '), bindings, asCells: true },
      rowsInOrder: { count: 10, areAfterKey: bindings.length > 0 && !select.includes('offset') },
      schemaVersion: this.version(),
    }
  }

  /** The result that a reader process returns. */
  readElsewhere({ sql, bindings }: ShortStatement): Cell[][] {
    return this.writer.prepare(sql).raw().safeIntegers().all(bindings) as Cell[][]
  }

  /** Learns from the result of a reader process. */
  learn(asked: ShortStatement, rows = this.readElsewhere(asked)): Promise<void> {
    return this.reads.learnFrom(asked, rows)
  }

  /** The result of the second read: a reader process executes the first one. */
  async readAgain(asked: ShortStatement): Promise<Cell[][] | undefined> {
    expect(this.reads.read(asked)).toBeUndefined()
    await this.learn(asked)
    return this.reads.read(asked)
  }

  /** The first read after a write detects that the file has changed, and returns nothing. */
  async noticeWrite(asked: ShortStatement): Promise<void> {
    await this.settled()
    expect(this.reads.read(asked)).toBeUndefined()
  }
}
