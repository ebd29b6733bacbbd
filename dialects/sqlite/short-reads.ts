/**
 * Runs short statements in the server's own thread: a message to a reader process and back takes longer
 * than such a statement. A statement is short if its plan follows an index, so that it reads a known
 * number of rows, and if its last result was small.
 */
import { LRUCache } from 'lru-cache'
import { sizeOfRow } from '../../src/dialect/result-size'
import type { Cell } from '../../src/dialect/schema'
import type { RowsInOrder } from '../../src/dialect/statement'
import { FileConnection, type FileStatement } from './file-connection'
import { fileState } from './file-state'

export interface ShortStatement extends FileStatement {
  /** See `CompiledStatement`. */
  readonly rowsInOrder?: RowsInOrder | undefined
}

const MAX_ROWS = 1000

/** Bytes of a result. */
const MAX_BYTES = 64 * 1024

const MAX_STATEMENTS = 1000

/**
 * A read pauses short reads for this many times its own duration, if that is long: so a slow disk takes
 * at most a hundredth of the server's time.
 */
const PAUSE_FACTOR = 100

/** Milliseconds. A short statement takes less than a tenth of one. */
const LONG = 5

/**
 * The only step of a plan that reads a table or an index from its first or last row on. Plans of other
 * steps sort, or read rows that the result does not contain.
 * https://www.sqlite.org/eqp.html
 */
const FROM_END = /^SCAN \S+( USING (COVERING )?INDEX \S+)?$/

/** The same from a key on. */
const FROM_KEY = /^SEARCH \S+ USING (INTEGER PRIMARY KEY|(COVERING )?INDEX \S+) \(\S+[<>]\?\)$/

export class ShortReads {
  private readonly connection: FileConnection
  /** The schema version in which each statement is short. */
  private readonly short = new LRUCache<string, string>({ max: MAX_STATEMENTS })
  private pausedUntil = 0
  private isClosed = false

  constructor(
    private readonly filename: string,
    /** The clock, in milliseconds. */
    private readonly now: () => number = () => performance.now(),
  ) {
    // No wait for locks: it would block the server's event loop.
    this.connection = new FileConnection(filename, 0)
  }

  /** @returns `undefined` if a reader process must run the statement */
  read(statement: ShortStatement): Cell[][] | undefined {
    const { sql, schemaVersion } = statement
    const version = this.short.get(sql)
    if (version === undefined || version !== schemaVersion || this.isClosed) return undefined
    const began = this.now()
    if (began < this.pausedUntil) return undefined
    try {
      const contents = fileState(this.filename)?.contents
      if (this.connection.schemaVersion(contents) !== version) return undefined
      const rows = this.smallResult(statement, contents)
      if (!rows) this.short.delete(sql)
      return rows
    } catch {
      // The file is locked or damaged, or the schema has changed: the reader process finds out.
      return undefined
    } finally {
      const duration = this.now() - began
      if (duration > LONG) this.pausedUntil = began + PAUSE_FACTOR * duration
    }
  }

  /** Must be called with each result of a reader process. */
  learn(statement: ShortStatement, rows: readonly Cell[][]): void {
    const { sql, schemaVersion, rowsInOrder } = statement
    if (
      !rowsInOrder ||
      rowsInOrder.count > MAX_ROWS ||
      schemaVersion === undefined ||
      this.isClosed
    )
      return
    if (this.short.get(sql) === schemaVersion) return
    if (rows.reduce((sum, row) => sum + sizeOfRow(row), 0) > MAX_BYTES) return
    try {
      const contents = fileState(this.filename)?.contents
      if (!this.isInOrder(statement, contents)) return
      if (this.connection.schemaVersion(contents) === schemaVersion) {
        this.short.set(sql, schemaVersion)
      }
    } catch {
      // The file is locked: a later result shows whether the statement is short.
    }
  }

  close(): void {
    this.isClosed = true
    this.connection.close()
  }

  private smallResult(statement: ShortStatement, contents?: string): Cell[][] | undefined {
    const rows: Cell[][] = []
    let bytes = 0
    for (const row of this.connection.cells(statement, contents)) {
      bytes += sizeOfRow(row)
      if (bytes > MAX_BYTES) return undefined
      rows.push(row)
    }
    return rows
  }

  private isInOrder(
    { sql, bindings, rowsInOrder }: ShortStatement,
    contents: string | undefined,
  ): boolean {
    const explain = { sql: `explain query plan ${sql}`, bindings, asCells: true }
    const steps = [...this.connection.cells(explain, contents)]
    return (
      steps.length === 1 &&
      (rowsInOrder?.areAfterKey ? FROM_KEY : FROM_END).test(String(steps[0]?.[3]))
    )
  }
}
