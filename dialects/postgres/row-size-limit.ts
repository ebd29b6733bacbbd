/**
 * Ends a session whose server sends a row that is too large. The driver copies a whole row and makes texts of
 * its cells before it passes them on: a cell of 512 MiB would end the process.
 *
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
import type { Connection } from 'pg'
import { MessageHeaders } from '../../src/dialect/message-headers'

const DATA_ROW = 'D'.charCodeAt(0)

/** Bytes of the type and the length of a message; the length includes its own four bytes. */
const HEADER_BYTES = 5
const LENGTH_BYTES = 4

export class RowSizeLimit {
  /** Maximum bytes of a message. */
  private max = Infinity
  private onExceeded: () => void = () => undefined

  /** Must be called before the session connects. */
  constructor(
    private readonly connection: Connection,
    isEncrypted: boolean,
  ) {
    const headers = new MessageHeaders(HEADER_BYTES, (header) => this.lengthOf(header))
    const watch = (): void => {
      // Before the driver's own listener.
      connection.stream.prependListener('data', (chunk: Buffer) => {
        headers.read(chunk)
      })
    }
    // The server's response to the request for encryption is not a message.
    if (isEncrypted) connection.once('sslconnect', watch)
    else watch()
  }

  /** Sets the limit for the rows and the error of a statement, until `clear`. */
  set(max: number, onExceeded: () => void): void {
    this.max = max
    this.onExceeded = onExceeded
  }

  /** An idle session would keep the rows of its last result, which the callback refers to. */
  clear(): void {
    this.max = Infinity
    this.onExceeded = () => undefined
  }

  private lengthOf(header: Buffer): number {
    const length = header.readUInt32BE(1) - LENGTH_BYTES
    if (length > this.max) {
      if (header[0] === DATA_ROW) this.onExceeded()
      // The message of an error can contain a whole value.
      else this.connection.stream.destroy()
    }
    return length
  }
}
