/** Detects changes of the data in a file. */
import { monotonicClock } from '../../src/clock'
import type { FileConnection } from './file-connection'
import { settledContents } from './file-state'

/** Milliseconds. */
const RECENT = 10

export class ChangeMonitor {
  private last: string | undefined
  private readAt = -Infinity

  /** @param connection does not wait for locks: that would block the server's event loop */
  constructor(
    private readonly connection: FileConnection,
    /** The clock, in milliseconds. */
    private readonly now: () => number = monotonicClock,
  ) {}

  /**
   * Equal versions mean that the data has not changed in between; `undefined` means that this is
   * unknown. SQLite's own version can stay the same when a program overwrites the file with a copy that
   * has the same change counter; the state of the file on disk changes then.
   */
  version(): string | undefined {
    this.record(this.read())
    return this.last
  }

  /**
   * The last version, if it is not older than some milliseconds, else the current one. To read it costs
   * more than to read a short page.
   */
  recentVersion(): string | undefined {
    return this.now() - this.readAt < RECENT ? this.last : this.version()
  }

  /** @param version that a statement of this thread has read just now */
  record(version: string | undefined): void {
    this.last = version
    this.readAt = this.now()
  }

  private read(): string | undefined {
    try {
      const contents = settledContents(this.connection.filename)
      return contents === undefined ? undefined : this.connection.dataVersion(contents)
    } catch {
      // A writer holds an exclusive lock, or the server is closed.
      return undefined
    }
  }
}
