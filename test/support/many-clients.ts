/**
 * Many clients at once, each with its own socket that sends one request after another. Plain sockets need
 * little processor time, so more is left for the server under test.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Reply {
  readonly path: string
  /** The status of the response; 0 if the connection failed. */
  readonly status: number
  /** Milliseconds from the request to the last byte of the response. */
  readonly time: number
}

export interface Crowd {
  readonly clients: number
  /** Number of requests of all clients together. */
  readonly requests: number
  /** The path of the n-th request. */
  readonly path: (number: number) => string
}

/** Opens all connections, then sends the first request of each at the same moment. */
export async function sendFromMany(
  origin: string,
  { clients, requests, path }: Crowd,
): Promise<Reply[]> {
  const { hostname, port } = new URL(origin)
  const sockets = await Promise.all(
    Array.from({ length: clients }, async () => {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      return socket
    }),
  )
  const replies: Reply[] = []
  let sent = 0
  const send = async (socket: Socket): Promise<void> => {
    while (sent < requests) {
      const requested = path(sent++)
      const began = performance.now()
      const status = await statusOf(socket, requested)
      replies.push({ path: requested, status, time: performance.now() - began })
      if (status === 0) return
    }
  }
  await Promise.all(sockets.map(send))
  for (const socket of sockets) socket.destroy()
  return replies
}

/** The time in milliseconds within which this share of the replies arrived, e.g. 0.5 for the median. */
export function quantile(replies: readonly Reply[], share: number): number {
  const times = replies.map(({ time }) => time).sort((a, b) => a - b)
  return times[Math.floor(share * (times.length - 1))] ?? NaN
}

/** Sends a request, and reads a response that has `Content-Length`. */
function statusOf(socket: Socket, path: string): Promise<number> {
  return new Promise((resolve) => {
    let head = ''
    let status = 0
    let missing: number | undefined
    const end = (result: number): void => {
      socket.removeAllListeners()
      // An error between two requests fails the next one.
      socket.on('error', () => undefined)
      resolve(result)
    }
    socket.on('data', (chunk) => {
      if (missing === undefined) {
        head += chunk.toString('latin1')
        const bodyStart = head.indexOf('\r\n\r\n') + 4
        if (bodyStart < 4) return
        status = Number(head.slice(9, 12))
        const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, bodyStart))
        missing = Number(length?.[1] ?? 0) - (head.length - bodyStart)
      } else missing -= chunk.length
      if (missing <= 0) end(status)
    })
    for (const failure of ['error', 'close']) {
      socket.on(failure, () => {
        end(0)
      })
    }
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  })
}
