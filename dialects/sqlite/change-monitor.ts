/** Detects changes of the data in a file, on a connection of its own. */
import Database from 'better-sqlite3'
import { monotonicClock } from '../../src/clock'
import { fileState } from './file-state'

/** Milliseconds. */
const RECENT = 10

export class ChangeMonitor {
  private connection: Database.Database | undefined
  private statement: Database.Statement | undefined
  private contents: string | undefined
  private openings = 0
  private last: string | undefined
  private readAt = -Infinity
  private isClosed = false

  constructor(
    private readonly filename: string,
    /** The clock, in milliseconds. */
    private readonly now: () => number = monotonicClock,
  ) {}

  /**
   * Equal versions mean that the data has not changed in between; `undefined` means that this is
   * unknown. SQLite's `data_version` changes with every commit of another connection, including
   * commits that WAL mode stores beside the file. It can stay the same when a program overwrites the
   * file with a copy that has the same change counter; the state of the file on disk changes then.
   * https://www.sqlite.org/pragma.html#pragma_data_version
   */
  version(): string | undefined {
    this.last = this.read()
    this.readAt = this.now()
    return this.last
  }

  /**
   * The last version, if it is not older than some milliseconds. To read it costs more than to read a
   * short page, and the next reading shows whether it was outdated.
   */
  recentVersion(): string | undefined {
    return this.now() - this.readAt < RECENT ? this.last : undefined
  }

  private read(): string | undefined {
    // Statements that still run would open the file again.
    if (this.isClosed) return undefined
    try {
      const state = fileState(this.filename)
      if (state?.isSettled !== true) return undefined
      // A connection may not detect that the file was overwritten.
      if (state.contents !== this.contents) this.open(state.contents)
      return `${this.openings}:${String(this.statement?.get())}`
    } catch {
      // A writer holds an exclusive lock.
      return undefined
    }
  }

  close(): void {
    this.isClosed = true
    this.closeConnection()
  }

  private closeConnection(): void {
    this.connection?.close()
    this.connection = undefined
    this.contents = undefined
  }

  private open(contents: string): void {
    this.closeConnection()
    // No wait for locks: it would block the server's event loop.
    this.connection = new Database(this.filename, { readonly: true, timeout: 0 })
    this.statement = this.connection.prepare('pragma data_version').pluck()
    this.openings++
    this.contents = contents
  }
}
