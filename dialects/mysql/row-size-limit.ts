/**
 * Ends a session whose server sends a row that is too large. The driver joins the packets of a row and makes
 * texts of its cells before it passes them on: a cell of 300 MiB would take a gigabyte.
 *
 * https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_packets.html
 */
import { MessageHeaders } from '../../src/dialect/message-headers'
import type { Session } from './session'

/** Three bytes are the length of the packet, the fourth is its number. */
const HEADER_BYTES = 4
const LENGTH_BYTES = 3

/** A packet of this length continues in the next one. */
const FULL_PACKET = 2 ** 24 - 1

export class RowSizeLimit {
  /** Bytes of the full packets that the next one continues. */
  private continued = 0

  /** @param max maximum bytes of a row */
  constructor(
    private readonly max: number,
    private readonly onExceeded: () => void,
  ) {}

  /** Watches an idle session, whose next bytes start a packet, until the returned function is called. */
  watch({ stream }: Session): () => void {
    const headers = new MessageHeaders(HEADER_BYTES, (header) => this.lengthOf(header))
    const listener = (chunk: Buffer): void => {
      headers.read(chunk)
    }
    // Before the driver's own listener.
    stream.prependListener('data', listener)
    return () => stream.off('data', listener)
  }

  private lengthOf(header: Buffer): number {
    const length = header.readUIntLE(0, LENGTH_BYTES)
    const size = this.continued + length
    if (size > this.max) this.onExceeded()
    this.continued = length === FULL_PACKET ? size : 0
    return length
  }
}
