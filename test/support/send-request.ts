import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
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

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
}

/** The decoded body; `undefined` for an encoding that some versions of Node.js do not support. */
export function decoded({ headers, bytes, text }: ReceivedResponse): string | undefined {
  const encoding = headers['content-encoding']
  if (encoding === undefined || bytes.length === 0) return text
  return DECODERS[encoding]?.(bytes).toString()
}
