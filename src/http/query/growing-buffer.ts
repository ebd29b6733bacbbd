/** Bytes to which texts are added. Unlike a list of parts, it needs no second copy of all bytes. */
export class GrowingBuffer {
  private bytes: Buffer
  /** Number of bytes. */
  length = 0

  /** @param capacity expected bytes; the system provides memory only for those that are used */
  constructor(capacity: number) {
    this.bytes = Buffer.allocUnsafeSlow(capacity)
  }

  append(text: string): void {
    // A character has at most three bytes for each UTF-16 unit. To count them takes longer than to compare.
    if (this.length + 3 * text.length > this.bytes.length) this.reserve(Buffer.byteLength(text))
    this.length += this.bytes.write(text, this.length)
  }

  /** All bytes, in memory of this buffer. */
  contents(): Buffer {
    return this.bytes.subarray(0, this.length)
  }

  private reserve(more: number): void {
    const needed = this.length + more
    if (needed <= this.bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.bytes.length))
    this.bytes.copy(larger, 0, 0, this.length)
    this.bytes = larger
  }
}
