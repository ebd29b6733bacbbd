/** An implementation with unusual responses; the name of the requested table selects one. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { ServedApp } from '../support/serve-app'
import { effort } from '../support/effort'

const JSON_TYPE = { 'Content-Type': 'application/json' }
/** Bytes of the largest response. */
export const HUGE = effort(16, 64) * 1024 * 1024

/** Headers of all requests since a test last emptied the list. */
export const received: IncomingHttpHeaders[] = []

/** Number of requests for the table `silent` that have begun, and that have ended. */
export const silent = { opened: 0, closed: 0 }

const RESPONSES: Readonly<Record<string, RequestListener>> = {
  plain: (_req, res) => res.writeHead(200, JSON_TYPE).end('["plain"]'),
  gzip: (_req, res) =>
    res.writeHead(200, { ...JSON_TYPE, 'Content-Encoding': 'gzip' }).end(gzipSync('["gzip"]')),
  brotli: (_req, res) =>
    res
      .writeHead(200, { ...JSON_TYPE, 'Content-Encoding': 'br' })
      .end(brotliCompressSync('["br"]')),
  html: (_req, res) =>
    res.writeHead(200, { 'Content-Type': 'text/html' }).end('<form action="https://evil.example">'),
  several: (_req, res) =>
    res.writeHead(200, { 'Content-Type': 'application/json, text/html' }).end('<h1>'),
  script: (_req, res) => res.writeHead(200, { 'Content-Type': 'text/javascript' }).end('alert(1)'),
  policies: (_req, res) =>
    res
      .writeHead(200, {
        ...JSON_TYPE,
        Vary: 'Authorization',
        'Last-Modified': 'Mon, 01 Jun 2026 10:00:00 GMT',
        'Content-Security-Policy': "default-src *; script-src 'unsafe-inline'",
        'Access-Control-Allow-Origin': '*',
        'Clear-Site-Data': '"*"',
        'Set-Cookie': 'a=b',
        Connection: 'close',
      })
      .end('[]'),
  empty: (_req, res) => res.writeHead(404, JSON_TYPE).end(),
  broken: (_req, res) => {
    res.writeHead(200, { ...JSON_TYPE, 'Content-Length': '1000' })
    res.write('["the beginning', () => res.destroy())
  },
  // It ends after 1.5 seconds.
  slow: (_req, res) => {
    res.writeHead(200, JSON_TYPE)
    res.write('["slow"')
    setTimeout(() => res.end(']'), 1500)
  },
  refuses: (req) => req.socket.destroy(),
  silent: (_req, res) => {
    silent.opened++
    res.once('close', () => silent.closed++)
  },
  huge: (_req, res) => {
    res.writeHead(200, JSON_TYPE)
    const piece = Buffer.alloc(65_536, ' ')
    let left = HUGE
    const write = (): void => {
      let hasRoom = true
      for (; left > 0 && hasRoom; left -= piece.length) hasRoom = res.write(piece)
      if (left > 0) res.once('drain', write)
      else res.end('[]')
    }
    write()
  },
}

export async function startOddUpstream(host: string): Promise<ServedApp> {
  const server = createServer((req, res) => {
    received.push(req.headers)
    const name = decodeURIComponent(req.url?.split('/').at(-1) ?? '')
    const response = RESPONSES[name] ?? RESPONSES['plain']
    response?.(req, res)
  }).listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = (): void => {
    server.close()
    server.closeAllConnections()
  }
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return { origin, stop }
}
