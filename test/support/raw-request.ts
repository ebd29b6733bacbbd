import { connect } from 'node:net'

export interface RawResponse {
  /** 0 if the connection was closed without a response. */
  readonly status: number
  /** Names in lower case; the last value of a name that occurs twice. */
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
}

/** Sends bytes that need not be valid HTTP, and reads until the server closes the connection. */
export function sendRaw(origin: string, bytes: Buffer, milliseconds: number): Promise<RawResponse> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname)
    const deadline = setTimeout(() => {
      socket.destroy()
      reject(new Error(`the connection was not closed within ${milliseconds} ms`))
    }, milliseconds)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => undefined)
    socket.once('close', () => {
      clearTimeout(deadline)
      resolve(parse(Buffer.concat(chunks).toString()))
    })
    socket.write(bytes)
  })
}

function parse(response: string): RawResponse {
  const end = response.indexOf('\r\n\r\n')
  const [first = '', ...lines] = response.slice(0, Math.max(0, end)).split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':')
      return [name.toLowerCase(), value.join(':').trim()] as const
    }),
  )
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0),
    headers,
    text: end < 0 ? '' : response.slice(end + 4),
  }
}
