/**
 * Bodies that never change, such as the files of a page, or the rows that several requests share. A large one is
 * compressed once for each encoding, and the hash of another is computed once.
 */
import { hash } from 'node:crypto'

/** The compressed bodies by encoding. */
const variants = new WeakMap<Buffer, Map<string, Promise<Buffer>>>()

/** Declares that a body never changes. */
export function declareConstant(body: Buffer): Buffer {
  variants.set(body, new Map())
  return body
}

/** @returns the result of `compress`; for a constant body, the result of the first call with the same encoding */
export function compressOnce(
  body: Buffer,
  encoding: string,
  compress: (body: Buffer) => Promise<Buffer>,
): Promise<Buffer> {
  const byEncoding = variants.get(body)
  const existing = byEncoding?.get(encoding)
  if (existing) return existing
  const result = compress(body)
  byEncoding?.set(encoding, result)
  // Only a success is kept.
  result.catch(() => byEncoding?.delete(encoding))
  return result
}

const hashes = new WeakMap<Buffer, string>()

/** @returns a hash of the bytes, which is computed once for a constant body */
export function contentHash(body: Buffer): string {
  const known = hashes.get(body)
  if (known !== undefined) return known
  const computed = hash('sha256', body, 'base64url')
  if (variants.has(body)) hashes.set(body, computed)
  return computed
}
