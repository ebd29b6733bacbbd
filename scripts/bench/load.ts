/** Runs a number of clients for a time; each sends one request after the other. */
import { Agent, request } from 'node:http'

/** Milliseconds after which a silent server has failed. */
const TIMEOUT = 120_000

interface Measurement {
  /** Requests per second. */
  readonly rate: number
  /** Duration of one request in milliseconds. */
  readonly median: number
  readonly p99: number
}

export interface Load {
  readonly origin: string
  /** The path of the n-th request. */
  readonly path: (number: number) => string
  readonly clients: number
  /** Maximum milliseconds; each client sends at least one request. */
  readonly duration: number
  /** Maximum number of requests. */
  readonly requests?: number
}

export async function measure({
  origin,
  path,
  clients,
  duration,
  requests,
}: Load): Promise<Measurement> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const times: number[] = []
  const began = performance.now()
  let sent = 0
  const client = async (): Promise<void> => {
    do {
      const start = performance.now()
      await get(agent, origin + path(sent++))
      times.push(performance.now() - start)
    } while (performance.now() - began < duration && sent < (requests ?? Infinity))
  }
  await Promise.all(Array.from({ length: clients }, client))
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  const quantile = (share: number): number => times[Math.floor(share * (times.length - 1))] ?? NaN
  return { rate: times.length / seconds, median: quantile(0.5), p99: quantile(0.99) }
}

export function get(agent: Agent | undefined, url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, timeout: TIMEOUT }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (response.statusCode === 200) resolve(text)
        else reject(new Error(`${url}: ${response.statusCode} ${text}`))
      })
    })
    sent.on('timeout', () => sent.destroy(new Error(`${url}: no response`)))
    sent.on('error', reject)
    sent.end()
  })
}
