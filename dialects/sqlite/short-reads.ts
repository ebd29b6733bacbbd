/**
 * Runs short statements in the server's own thread: a message to a reader process and back takes longer
 * than such a statement. A statement is short if its plan follows an index, so that it reads a known
 * number of rows, and if its last result was small.
 */
import { LRUCache } from 'lru-cache'
import { monotonicClock } from '../../src/clock'
import { sizeOfRow } from '../../src/dialect/result-size'
import type { Cell } from '../../src/dialect/schema'
import type { RowsInOrder } from '../../src/dialect/statement'
import { FileConnection, type FileStatement } from './file-connection'
import { fileState } from './file-state'
import { withRowGuard } from './row-guard'
import { SlowDisk } from './slow-disk'

export interface ShortStatement extends FileStatement {
  /** See `CompiledStatement`. */
  readonly rowsInOrder?: RowsInOrder | undefined
}

const MAX_ROWS = 1000

/** Bytes of a result. */
const MAX_BYTES = 64 * 1024

const MAX_STATEMENTS = 1000

/**
 * The only step of a plan that reads a table or an index from its first or last row on. Plans of other
 * steps sort, or read rows that the result does not contain.
 * https://www.sqlite.org/eqp.html
 */
const FROM_END = /^SCAN \S+( USING (COVERING )?INDEX \S+)?$/

/** The only step of a plan that reads a table or an index from a key on. */
const FROM_KEY = /^SEARCH \S+ USING (INTEGER PRIMARY KEY|(COVERING )?INDEX \S+) \(\S+[<>]\?\)$/

interface ShortPlan {
  /** The schema version in which the statement is short. */
  readonly schemaVersion: string
  /** The statement with a row guard. */
  readonly guarded: string
  /** The opening of the file in which SQLite's plan was checked. */
  opening: number
}

export class ShortReads {
  private readonly connection: FileConnection
  private readonly short = new LRUCache<string, ShortPlan>({ max: MAX_STATEMENTS })
  private readonly disk: SlowDisk
  private isClosed = false

  constructor(
    private readonly filename: string,
    /** The clock, in milliseconds. */
    now: () => number = monotonicClock,
  ) {
    this.disk = new SlowDisk(now)
    // No wait for locks: it would block the server's event loop.
    this.connection = new FileConnection(filename, 0)
  }

  /** @returns `undefined` if a reader process must run the statement */
  read(statement: ShortStatement): Cell[][] | undefined {
    const { sql, schemaVersion } = statement
    const known = this.short.get(sql)
    if (!known || known.schemaVersion !== schemaVersion || this.isClosed) return undefined
    if (this.disk.isPausing) return undefined
    try {
      return this.disk.during(() => this.readKnown(statement, known))
    } catch {
      // The file is locked or damaged, the schema has changed, or a row is large. The reader process
      // reports which.
      return undefined
    }
  }

  /** Must be called with each result of a reader process. */
  learn(statement: ShortStatement, rows: readonly Cell[][]): void {
    const { sql, schemaVersion, rowsInOrder } = statement
    if (!rowsInOrder || rowsInOrder.count > MAX_ROWS) return
    if (schemaVersion === undefined || this.isClosed) return
    if (this.short.get(sql)?.schemaVersion === schemaVersion) return
    if (rows.reduce((sum, row) => sum + sizeOfRow(row), 0) > MAX_BYTES) return
    try {
      const contents = fileState(this.filename)?.contents
      if (this.connection.schemaVersion(contents) !== schemaVersion) return
      const guarded = withRowGuard(sql, this.connection.columns(sql), MAX_BYTES)
      if (guarded === undefined) return
      const known = { schemaVersion, guarded, opening: 0 }
      if (this.followsIndex(statement, known, contents)) this.short.set(sql, known)
    } catch {
      // The file is locked: a later result shows whether the statement is short.
    }
  }

  close(): void {
    this.isClosed = true
    this.connection.close()
  }

  private readKnown(statement: ShortStatement, known: ShortPlan): Cell[][] | undefined {
    const contents = fileState(this.filename)?.contents
    return this.connection.inTransaction(contents, () => {
      if (this.connection.schemaVersion(contents) !== known.schemaVersion) return undefined
      const rows = this.followsIndex(statement, known, contents)
        ? this.smallResult(known.guarded, statement.bindings)
        : undefined
      if (!rows) this.short.delete(statement.sql)
      return rows
    })
  }

  /** The rows of a guarded statement; `undefined` if they are large. */
  private smallResult(sql: string, bindings: readonly unknown[]): Cell[][] | undefined {
    const rows: Cell[][] = []
    let bytes = 0
    for (const row of this.connection.iterate(sql, bindings)) {
      const cells = row.slice(1)
      bytes += sizeOfRow(cells)
      if (bytes > MAX_BYTES) return undefined
      rows.push(cells)
    }
    return rows
  }

  /** Whether SQLite's plan follows an index, which another file with an equal schema version may lack. */
  private followsIndex(
    { bindings, rowsInOrder }: ShortStatement,
    known: ShortPlan,
    contents: string | undefined,
  ): boolean {
    const { openings } = this.connection
    if (known.opening === openings) return true
    const explain = { sql: `explain query plan ${known.guarded}`, bindings, asCells: true }
    const steps = [...this.connection.cells(explain, contents)]
    const plan = rowsInOrder?.areAfterKey ? FROM_KEY : FROM_END
    if (steps.length !== 1 || !plan.test(String(steps[0]?.[3]))) return false
    known.opening = openings
    return true
  }
}
