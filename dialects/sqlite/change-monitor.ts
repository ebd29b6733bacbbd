/** Tells whether anything was committed to a file, by a connection that does nothing else. */
import Database from 'better-sqlite3'
import { inodeOf } from './inode'

export class ChangeMonitor {
  private connection: Database.Database | undefined
  private statement: Database.Statement | undefined
  private inode: string | undefined
  private openings = 0

  constructor(private readonly filename: string) {}

  /**
   * Equal texts mean that nothing was committed between them; `undefined` that nothing can be said.
   * The number is the connection's own and grows with every commit that it sees of another.
   * https://www.sqlite.org/pragma.html#pragma_data_version
   */
  version(): string | undefined {
    try {
      const inode = inodeOf(this.filename)
      if (inode === undefined) return undefined
      if (inode !== this.inode) this.open(inode)
      return `${this.openings}:${String(this.statement?.get())}`
    } catch {
      // A writer has the file to itself at the moment.
      return undefined
    }
  }

  close(): void {
    this.connection?.close()
    this.connection = undefined
    this.inode = undefined
  }

  /** Another file may have been put in the place of the one before. */
  private open(inode: string): void {
    this.close()
    // No waiting: this runs in the server's own thread.
    this.connection = new Database(this.filename, { readonly: true, timeout: 0 })
    this.statement = this.connection.prepare('pragma data_version').pluck()
    this.openings++
    this.inode = inode
  }
}
