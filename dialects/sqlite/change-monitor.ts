/** Tells whether the data in a file has changed, by a connection that does nothing else. */
import Database from 'better-sqlite3'
import { fileState } from './file-state'

export class ChangeMonitor {
  private connection: Database.Database | undefined
  private statement: Database.Statement | undefined
  private contents: string | undefined
  private openings = 0

  constructor(private readonly filename: string) {}

  /**
   * Equal texts mean that nothing has changed between them; `undefined` that nothing can be said.
   * SQLite's number grows with every commit of another connection, also of those that WAL mode keeps
   * beside the file. It does not tell of a file that another program has written: a copy can have the
   * same change counter. The file's own state does.
   * https://www.sqlite.org/pragma.html#pragma_data_version
   */
  version(): string | undefined {
    try {
      const state = fileState(this.filename)
      if (state?.isSettled !== true) return undefined
      // A connection can take what is there now for what it has read before.
      if (state.contents !== this.contents) this.open(state.contents)
      return `${this.openings}:${String(this.statement?.get())}`
    } catch {
      // A writer has the file to itself at the moment.
      return undefined
    }
  }

  close(): void {
    this.connection?.close()
    this.connection = undefined
    this.contents = undefined
  }

  private open(contents: string): void {
    this.close()
    // No waiting: this runs in the server's own thread.
    this.connection = new Database(this.filename, { readonly: true, timeout: 0 })
    this.statement = this.connection.prepare('pragma data_version').pluck()
    this.openings++
    this.contents = contents
  }
}
