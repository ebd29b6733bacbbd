/**
 * Runs short statements in the main thread: a message to a reader process and back takes longer
 * than such a statement. A statement is short if its plan follows an index, so that it reads a known
 * number of rows, and if its last result was small.
 */
import { LRUCache } from 'lru-cache'
import { monotonicClock } from '../../src/clock'
import { sizeOfRow } from '../../src/dialect/result-size'
import type { Cell } from '../../src/dialect/schema'
import type { RowsInOrder } from '../../src/dialect/statement'
import type { ChangeMonitor } from './change-monitor'
import type { FileConnection, FileStatement } from './file-connection'
import { settledContents } from './file-state'
import { indexPlan } from './index-plan'
import { LongStatements } from './long-statements'
import { passedColumns } from './passed-columns'
import type { SchemaSize } from './schema-size'
import { SlowDisk } from './slow-disk'
import { MAX_COLUMNS, withValueGuard } from './value-guard'

export interface ShortStatement extends FileStatement {
  /** See `CompiledStatement`. */
  readonly rowsInOrder?: RowsInOrder | undefined
}

const MAX_ROWS = 1000

/** Cells of the rows that a statement reads or passes, including skipped ones. */
const MAX_CELLS = 50_000

/** Bytes of a result. */
const MAX_BYTES = 64 * 1024

/** Bytes of a value, if the rows are so many that the average of `MAX_BYTES` is smaller. */
const MIN_VALUE_BYTES = 1024

const MAX_STATEMENTS = 1000

interface ShortPlan {
  /** The schema version in which the statement is short. */
  readonly schemaVersion: string
  /** The statement with a guard against large values. */
  readonly guarded: string
  /** See `IndexPlan`. The guard is for this index. */
  readonly index: string | undefined
  /** Maximum number of rows that it may read, including skipped ones. */
  readonly maxRows: number
  /** The last version of the data in which the schema had its version. */
  dataVersion?: string
  /** The opening of the file in which SQLite's plan was checked. */
  opening: number
}

export class ShortReads {
  private readonly plans = new LRUCache<string, ShortPlan>({ max: MAX_STATEMENTS })
  private readonly long = new LongStatements(MAX_STATEMENTS)
  private readonly disk: SlowDisk

  /**
   * @param connection does not wait for locks: that would block the server's event loop
   * @param monitor learns the version that each statement has read
   * @param now the clock, in milliseconds
   */
  constructor(
    private readonly connection: FileConnection,
    private readonly monitor: Pick<ChangeMonitor, 'record'>,
    private readonly schema: Pick<SchemaSize, 'isSmall'>,
    now: () => number = monotonicClock,
  ) {
    this.disk = new SlowDisk(now)
  }

  /** @returns `undefined` if a reader process must run the statement */
  read(statement: ShortStatement): Cell[][] | undefined {
    const { sql, schemaVersion, rowsInOrder } = statement
    const plan = this.plans.get(sql)
    if (!plan || plan.schemaVersion !== schemaVersion) return undefined
    if (!rowsInOrder || rowsInOrder.count > plan.maxRows) return undefined
    if (this.disk.isPausing) return undefined
    try {
      return this.disk.during(() => this.readShort(statement, plan))
    } catch {
      // The file is locked, damaged or closed, or a value is large. The reader process reports which.
      return undefined
    }
  }

  /**
   * Determines whether a statement is short, if the schema is small.
   * @param rows the result of a reader process
   */
  async learnFrom(statement: ShortStatement, rows: readonly Cell[][]): Promise<void> {
    const { schemaVersion } = statement
    if (schemaVersion === undefined) return
    // Also for statements that are not short, so that it is known when the first short one has run.
    const isSmall = this.schema.isSmall(schemaVersion)
    if (this.mayBeShort(statement, rows) && (await isSmall)) this.learn(statement)
  }

  private mayBeShort(
    { sql, schemaVersion, rowsInOrder }: ShortStatement,
    rows: readonly Cell[][],
  ): boolean {
    if (!rowsInOrder || schemaVersion === undefined) return false
    if (this.plans.get(sql)?.schemaVersion === schemaVersion) return false
    // A row has a column at most twice: as a value, and as a key of the order.
    if ((rows[0]?.length ?? 0) > 2 * MAX_COLUMNS) return false
    return rowsInOrder.count <= MAX_ROWS && sizeOf(rows) <= MAX_BYTES
  }

  private learn(statement: ShortStatement): void {
    const { connection } = this
    const { sql, schemaVersion, rowsInOrder } = statement
    if (!rowsInOrder || schemaVersion === undefined) return
    try {
      const contents = settledContents(connection.filename)
      if (contents === undefined) return
      const isOpen = connection.contents === contents
      const circumstances = { schemaVersion, rowsInOrder, opening: connection.openings }
      if (isOpen && this.long.includes(sql, circumstances)) return
      if (!connection.hasSchemaToExplain(schemaVersion, contents)) return
      const plan = this.planOf(statement, schemaVersion, rowsInOrder, contents)
      if (typeof plan === 'object') this.plans.set(sql, plan)
      else this.long.add(sql, { ...circumstances, opening: connection.openings }, plan)
    } catch {
      // The file is locked: a later result shows whether the statement is short.
    }
  }

  /** @returns if the statement is not short, the smallest number of rows with which it is not */
  private planOf(
    statement: ShortStatement,
    schemaVersion: string,
    rowsInOrder: RowsInOrder,
    contents: string,
  ): ShortPlan | number {
    const { connection } = this
    const { sql } = statement
    const selected = connection.columns(sql)
    if (new Set(selected.map(({ name }) => name)).size > MAX_COLUMNS) return 0
    const found = indexPlan(connection, statement, rowsInOrder, contents)
    if (!found) return 0
    const columns = passedColumns(connection, selected, found, contents)
    if (!columns) return 0
    const cells = Math.max(selected.length, columns.length)
    const maxRows = Math.min(MAX_ROWS, Math.floor(MAX_CELLS / cells))
    if (rowsInOrder.count > maxRows) return maxRows + 1
    const maxValueBytes = Math.max(MIN_VALUE_BYTES, Math.floor(MAX_BYTES / rowsInOrder.count))
    const guarded = withValueGuard(sql, columns, maxValueBytes)
    if (guarded === undefined) return 0
    const plan = { schemaVersion, guarded, index: found.index, maxRows, opening: 0 }
    return this.followsIndex(statement, plan, contents) ? plan : 0
  }

  private readShort(statement: ShortStatement, plan: ShortPlan): Cell[][] | undefined {
    const { connection } = this
    const contents = connection.contents ?? settledContents(connection.filename)
    if (contents === undefined) return undefined
    let version: string | undefined
    const rows = connection.inTransaction(contents, () => {
      version = connection.dataVersion(contents)
      if (!this.hasSchema(plan, version, contents)) return undefined
      if (this.followsIndex(statement, plan, contents)) {
        return connection.all(plan.guarded, statement.bindings)
      }
      this.plans.delete(statement.sql)
      return undefined
    })
    // Programs that copy a file over this one take no locks, so only now is it known what was read.
    if (settledContents(connection.filename) !== contents) {
      connection.closeFile()
      return undefined
    }
    this.monitor.record(version)
    if (rows && sizeOf(rows) > MAX_BYTES) this.plans.delete(statement.sql)
    return rows
  }

  /** Whether the schema has the version of the plan. The data has a new version with each new schema. */
  private hasSchema(plan: ShortPlan, dataVersion: string, contents: string): boolean {
    if (plan.dataVersion === dataVersion) return true
    if (!this.connection.hasSchema(plan.schemaVersion, contents)) return false
    plan.dataVersion = dataVersion
    return true
  }

  /** Whether SQLite's plan follows an index, which another file with an equal schema version may lack. */
  private followsIndex(
    { bindings, rowsInOrder }: ShortStatement,
    plan: ShortPlan,
    contents: string,
  ): boolean {
    const { openings } = this.connection
    if (plan.opening === openings) return true
    const explained = { sql: plan.guarded, bindings, asCells: true }
    const found = rowsInOrder && indexPlan(this.connection, explained, rowsInOrder, contents)
    if (!found || found.index !== plan.index) return false
    plan.opening = openings
    return true
  }
}

function sizeOf(rows: readonly Cell[][]): number {
  return rows.reduce((sum, row) => sum + sizeOfRow(row), 0)
}
