/** Finds the headers of the messages in a stream of chunks, before a driver joins the chunks of a message. */
export class MessageHeaders {
  /** Bytes of the current message that have not arrived. */
  private missing = 0
  /** The next header, and how much of it has arrived. */
  private readonly header: Buffer
  private headerBytes = 0

  /**
   * @param size bytes of a header
   * @param onHeader returns the number of bytes of the message after its header
   */
  constructor(
    private readonly size: number,
    private readonly onHeader: (header: Buffer) => number,
  ) {
    this.header = Buffer.alloc(size)
  }

  read(chunk: Buffer): void {
    let offset = Math.min(this.missing, chunk.length)
    this.missing -= offset
    while (offset < chunk.length) {
      const copied = chunk.copy(this.header, this.headerBytes, offset)
      this.headerBytes += copied
      offset += copied
      if (this.headerBytes < this.size) return
      this.headerBytes = 0
      const length = this.onHeader(this.header)
      const arrived = Math.min(length, chunk.length - offset)
      this.missing = length - arrived
      offset += arrived
    }
  }
}
