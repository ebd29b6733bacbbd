/**
 * Bodies that never change, such as the files of a page. Each is compressed once for each encoding: an
 * encoder for each response would take megabytes for as long as its client does not read.
 */
import { promisify } from 'node:util'
import zlib from 'node:zlib'

type Compress = (body: Buffer) => Promise<Buffer>

/** Of Brotli, as for other bodies: the highest quality would take seconds. */
const QUALITY = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }

const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)

/** Some versions of Node.js have no zstd. */
const { zstdCompress } = zlib as {
  readonly zstdCompress?: (
    body: Buffer,
    callback: (error: Error | null, result: Buffer) => void,
  ) => void
}

/** By encoding, the best one first. */
const ENCODERS = new Map<string, Compress>([
  ...(zstdCompress ? [['zstd', promisify<Buffer, Buffer>(zstdCompress)] as const] : []),
  ['br', (body) => brotli(body, QUALITY)],
  ['gzip', promisify<Buffer, Buffer>(zlib.gzip)],
  ['deflate', promisify<Buffer, Buffer>(zlib.deflate)],
])

/** The encodings that this version of Node.js supports, the best one first. */
export const ENCODINGS = [...ENCODERS.keys()]

/** The compressed bodies by encoding. */
const variants = new WeakMap<Buffer, Map<string, Promise<Buffer>>>()

/** Declares that a body never changes. */
export function declareConstant(body: Buffer): Buffer {
  variants.set(body, new Map())
  return body
}

export function isConstant(body: unknown): body is Buffer {
  return Buffer.isBuffer(body) && variants.has(body)
}

/**
 * Compresses a constant body, or returns the result of the first call.
 * @param isAccepted whether the client prefers the encoding to no encoding
 * @returns `undefined` if the client accepts no encoding
 */
export async function compressConstant(
  body: Buffer,
  isAccepted: (encoding: string) => boolean,
): Promise<{ encoding: string; compressed: Buffer } | undefined> {
  for (const [encoding, compress] of ENCODERS) {
    if (!isAccepted(encoding)) continue
    const byEncoding = variants.get(body)
    const result = byEncoding?.get(encoding) ?? compress(body)
    byEncoding?.set(encoding, result)
    // Only a success is kept.
    result.catch(() => byEncoding?.delete(encoding))
    return { encoding, compressed: await result }
  }
  return undefined
}
