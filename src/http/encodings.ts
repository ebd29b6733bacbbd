/** The encodings of bodies, and which one a client prefers. */
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

interface Encoder {
  /** Compresses a whole body, outside the main thread. */
  readonly compress: (body: Buffer) => Promise<Buffer>
  /** Compresses a stream. */
  readonly createStream: () => Transform
}

/** Of Brotli: the highest quality would take seconds. */
const QUALITY = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }

const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)

/** Some versions of Node.js have no zstd. */
const { zstdCompress, createZstdCompress } = zlib as {
  readonly zstdCompress?: (
    body: Buffer,
    callback: (error: Error | null, result: Buffer) => void,
  ) => void
  readonly createZstdCompress?: () => Transform
}

/** By encoding, the best one first. */
const ENCODERS: ReadonlyMap<string, Encoder> = new Map<string, Encoder>([
  ...(zstdCompress && createZstdCompress
    ? [['zstd', encoder(promisify<Buffer, Buffer>(zstdCompress), createZstdCompress)] as const]
    : []),
  [
    'br',
    encoder(
      (body) => brotli(body, QUALITY),
      () => zlib.createBrotliCompress(QUALITY),
    ),
  ],
  ['gzip', encoder(promisify<Buffer, Buffer>(zlib.gzip), () => zlib.createGzip())],
  ['deflate', encoder(promisify<Buffer, Buffer>(zlib.deflate), () => zlib.createDeflate())],
])

/** The encodings that this version of Node.js supports, the best one first. */
export const ENCODINGS = [...ENCODERS.keys()]

function encoder(compress: Encoder['compress'], createStream: Encoder['createStream']): Encoder {
  return { compress, createStream }
}

/**
 * Selects the encoding that the client prefers, the best of several that it prefers equally.
 * @param accepted `Accept-Encoding`: https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 * @returns `undefined` if it accepts none, or prefers none
 */
export function preferredEncoding(
  accepted: string,
): { name: string; encoder: Encoder } | undefined {
  if (accepted === '') return undefined
  const weights = new Map(accepted.split(',').map(weightOf))
  let best: { name: string; encoder: Encoder } | undefined
  // The least weight that an encoding needs.
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
