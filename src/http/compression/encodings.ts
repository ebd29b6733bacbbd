/** The encodings of bodies, and which one a client prefers. */
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

interface Encoder {
  /** Compresses a whole body, outside the main thread. */
  readonly compress: (body: Buffer) => Promise<Buffer>
  /** Compresses a whole body in the main thread. */
  readonly compressNow: (body: Buffer) => Buffer
  /** Compresses a stream. */
  readonly createStream: () => Transform
}

/** The options of Brotli: its default, the highest quality, would take seconds. */
const QUALITY = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }

const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)

/** Some versions of Node.js have no zstd. */
const { zstdCompress, zstdCompressSync, createZstdCompress } = zlib as {
  readonly zstdCompress?: (
    body: Buffer,
    callback: (error: Error | null, result: Buffer) => void,
  ) => void
  readonly zstdCompressSync?: (body: Buffer) => Buffer
  readonly createZstdCompress?: () => Transform
}

export interface PreferredEncoding {
  readonly name: string
  readonly encoder: Encoder
}

/** By encoding, the best one first. */
const ENCODERS: ReadonlyMap<string, Encoder> = new Map<string, Encoder>([
  ...(zstdCompress && zstdCompressSync && createZstdCompress
    ? [
        [
          'zstd',
          {
            compress: promisify<Buffer, Buffer>(zstdCompress),
            compressNow: (body) => zstdCompressSync(body),
            createStream: () => createZstdCompress(),
          },
        ] satisfies [string, Encoder],
      ]
    : []),
  [
    'br',
    {
      compress: (body) => brotli(body, QUALITY),
      compressNow: (body) => zlib.brotliCompressSync(body, QUALITY),
      createStream: () => zlib.createBrotliCompress(QUALITY),
    },
  ],
  [
    'gzip',
    {
      compress: promisify<Buffer, Buffer>(zlib.gzip),
      compressNow: (body) => zlib.gzipSync(body),
      createStream: () => zlib.createGzip(),
    },
  ],
  [
    'deflate',
    {
      compress: promisify<Buffer, Buffer>(zlib.deflate),
      compressNow: (body) => zlib.deflateSync(body),
      createStream: () => zlib.createDeflate(),
    },
  ],
])

/** The encodings that this version of Node.js supports, the best one first. */
export const ENCODINGS = [...ENCODERS.keys()]

/**
 * Selects the encoding that the client prefers, the best of several that it prefers equally.
 * @param accepted `Accept-Encoding`: https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 * @returns `undefined` if it accepts none, or prefers none
 */
export function preferredEncoding(accepted: string): PreferredEncoding | undefined {
  if (accepted === '') return undefined
  const weights = new Map(accepted.split(',').map(weightOf))
  let best: PreferredEncoding | undefined
  // An encoding needs at least this weight.
  let weight = weights.get('identity') ?? 0
  for (const [name, encoderOfName] of ENCODERS) {
    const own = weights.get(name) ?? weights.get('*') ?? 0
    if (own === 0 || own < weight || (best && own === weight)) continue
    best = { name, encoder: encoderOfName }
    weight = own
  }
  return best
}

/** A coding and its weight, 0 if that is not a number. */
function weightOf(item: string): [name: string, weight: number] {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
}
