/**
 * The compressed bodies that were sent last. While the data does not change, many clients request the same
 * pages, and compression takes more time than the rest of such a request.
 */
import { LRUCache } from 'lru-cache'
import { contentHash } from '../constant-bodies'

/** Bytes of all bodies and their keys. */
const MAX_BYTES = 8 * 1024 * 1024

/** Bytes of an entry apart from its body. */
const ENTRY = 300

export class RecentBodies {
  private readonly sent = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: (body) => body.length + ENTRY,
  })
  private readonly running = new Map<string, Promise<Buffer>>()

  /** @returns `undefined` if it was not compressed recently, and is not being compressed now */
  get(key: string): Buffer | Promise<Buffer> | undefined {
    return this.sent.get(key) ?? this.running.get(key)
  }

  /** @returns the body, to send in place of the given one */
  keep(key: string, compressed: Buffer): Buffer {
    // A copy: the given buffer may be a part of a larger allocation, which it would keep in memory.
    const own = Buffer.alloc(compressed.length)
    compressed.copy(own)
    this.sent.set(key, own)
    return own
  }

  /** @returns the body with this key, which `compress` makes if there is none */
  async getOrCompress(key: string, compress: () => Promise<Buffer>): Promise<Buffer> {
    const existing = this.get(key)
    if (existing) return existing
    const result = compress().then((compressed) => this.keep(key, compressed))
    this.running.set(key, result)
    try {
      return await result
    } finally {
      this.running.delete(key)
    }
  }
}

/** Equal only for equal bodies with the same encoding. */
export function bodyKey(body: Buffer, encoding: string): string {
  return encoding + contentHash(body)
}
