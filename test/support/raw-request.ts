import { connect } from 'node:net'

export interface RawAnswer {
  /** 0 when the connection was closed without an answer. */
  readonly status: number
  /** Names in lower case; a name that came twice has its last value. */
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
}

/** Sends these bytes, which no client of HTTP would, and takes what comes until the other side ends. */
export function sendRaw(origin: string, bytes: Buffer, milliseconds: number): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname)
    const deadline = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no end within ${milliseconds} ms`))
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

function parse(answer: string): RawAnswer {
  const end = answer.indexOf('\r\n\r\n')
  const [first = '', ...lines] = answer.slice(0, Math.max(0, end)).split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':')
      return [name.toLowerCase(), value.join(':').trim()] as const
    }),
  )
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0),
    headers,
    text: end < 0 ? '' : answer.slice(end + 4),
  }
}
