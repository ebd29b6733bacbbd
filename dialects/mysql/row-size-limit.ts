/**
 * Ends a session whose server sends a row that is too large. The driver joins the packets of a row and makes
 * texts of its cells before it passes them on: a cell of 512 MiB would end the process.
 *
 * https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_packets.html
 */
import type { Session } from './session'

/** Three bytes are the length of the packet, the fourth is its number. */
const HEADER_BYTES = 4
const LENGTH_BYTES = 3

/** A packet of this length continues in the next one. */
const FULL_PACKET = 2 ** 24 - 1

export class RowSizeLimit {
  /** Bytes of the current packet that have not arrived. */
  private missing = 0
  /** Bytes of the full packets that the next one continues. */
  private continued = 0
  /** The header of the next packet, and how much of it has arrived. */
  private readonly header = Buffer.alloc(HEADER_BYTES)
  private headerBytes = 0

  /** @param max maximum bytes of a row */
  constructor(
    private readonly max: number,
    private readonly onExceeded: () => void,
  ) {}

  /** Watches an idle session, whose next bytes start a packet, until the returned function is called. */
  watch({ stream }: Session): () => void {
    const listener = (chunk: Buffer): void => {
      this.read(chunk)
    }
    // Before the driver's own listener.
    stream.prependListener('data', listener)
    return () => stream.off('data', listener)
  }

  private read(chunk: Buffer): void {
    let offset = Math.min(this.missing, chunk.length)
    this.missing -= offset
    while (offset < chunk.length) {
      const copied = chunk.copy(this.header, this.headerBytes, offset)
      this.headerBytes += copied
      offset += copied
      if (this.headerBytes < HEADER_BYTES) return
      this.headerBytes = 0
      const length = this.header.readUIntLE(0, LENGTH_BYTES)
      const size = this.continued + length
      if (size > this.max) this.onExceeded()
      this.continued = length === FULL_PACKET ? size : 0
      const arrived = Math.min(length, chunk.length - offset)
      this.missing = length - arrived
      offset += arrived
    }
  }
}
