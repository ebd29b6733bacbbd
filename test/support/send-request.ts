import zlib, { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'

export interface ReceivedResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
}

export interface RequestOptions {
  readonly method?: string
  readonly headers?: Record<string, string>
}

/**
 * A new connection costs more processor time than a small response. Idle connections are closed before a
 * server closes them.
 */
const agent = new Agent({ keepAlive: true, timeout: 1000 })

/** Sends a request without changes: `fetch` would normalize the path and add headers. */
export async function sendRequest(
  origin: string,
  path: string,
  { method = 'GET', headers = {} }: RequestOptions = {},
): Promise<ReceivedResponse> {
  const { hostname, port } = new URL(origin)
  const sent = request({ host: hostname, port, path, method, headers, agent })
  sent.end()
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve)
    sent.once('error', reject)
  })
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const { statusCode = 0, headers: received } = response
  const bytes = Buffer.concat(chunks)
  return { status: statusCode, headers: received, bytes, text: bytes.toString() }
}

type Decoder = (bytes: Buffer) => Buffer

/** Some versions of Node.js have no zstd, and the app does not use it there. */
const { zstdDecompressSync } = zlib as { readonly zstdDecompressSync?: Decoder }

const DECODERS: Readonly<Record<string, Decoder>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
  ...(zstdDecompressSync && { zstd: zstdDecompressSync }),
}

/** The decoded body. @throws Error if this version of Node.js does not support its encoding */
export function decoded({ headers, bytes, text }: ReceivedResponse): string {
  const encoding = headers['content-encoding']
  if (encoding === undefined || bytes.length === 0) return text
  const decode = DECODERS[encoding]
  if (!decode) throw new Error(`the body has the encoding ${encoding}`)
  return decode(bytes).toString()
}
