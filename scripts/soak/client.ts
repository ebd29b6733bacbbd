/** A client that sends requests without a pause, sometimes disconnects, and sometimes is malicious. */
import { Agent, request } from 'node:http'
import { openApiDocument } from '../../src/http/openapi/document'
import { flawsBy } from '../../test/support/described-response'
import { HOSTILE_TEXTS } from '../../test/support/hostile-texts'
import { sendRaw } from '../../test/support/raw-request'
import type { Tally } from './tally'

/** Number of such requests in 1,000. */
const HANGING_UP = 50
const HOSTILE = 10

/** Milliseconds: more than two statement timeouts and two waits for a connection. */
const MAX_DURATION = 60_000

/** The program runs with default settings. */
const flawOf = flawsBy(openApiDocument())

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

export async function runClient(
  baseUrl: string,
  tally: Tally,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const dice = Math.random() * 1000
    if (dice < HOSTILE) await sendHostileRequest(baseUrl, tally)
    else await sendRequest(baseUrl, validPath(), tally, dice < HOSTILE + HANGING_UP)
  }
}

function validPath(): string {
  const page = 1 + Math.floor(Math.random() * (Math.random() < 0.5 ? 10 : 5000))
  const paths = [
    `/query?table=items&page=${page}`,
    `/query?table=items&page=${page}&sort=word:desc&columns=id,word`,
    `/query?table=items&limit=100&filter=${page % 100}`,
    `/query?table=items&limit=1000&page=${page % 20}`,
    `/query?table=items&filter=nothing`,
    '/tables',
    '/tables/items',
    '/query?table=none',
    '/query?table=items&sort=nope:asc',
  ]
  return pick(paths)
}

function pick<T>(list: readonly T[]): T {
  return list[Math.floor(Math.random() * list.length)] as T
}

function sendRequest(
  baseUrl: string,
  path: string,
  tally: Tally,
  isHangingUp: boolean,
): Promise<void> {
  const began = Date.now()
  return new Promise((resolve) => {
    let isAnswered = false
    const sent = request(baseUrl + path, { agent, timeout: MAX_DURATION }, (response) => {
      isAnswered = true
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', () => undefined)
      response.once('close', () => {
        if (!response.complete) {
          end(isHangingUp ? 'hung up' : 'cut off')
          return
        }
        const { statusCode = 0 } = response
        const { pathname } = new URL(baseUrl)
        const flaw = flawOf('GET', pathname + path, {
          status: statusCode,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        })
        if (flaw !== undefined) tally.flaws.push(`${path}: ${flaw}`)
        end(String(statusCode))
      })
    })
    const end = (what: string): void => {
      tally.add(what, began)
      resolve()
    }
    sent.once('timeout', () => {
      tally.flaws.push(`${path}: no response within ${MAX_DURATION} ms`)
      sent.destroy()
    })
    sent.once('error', () => {
      if (!isAnswered) end(isHangingUp ? 'hung up' : 'cut off')
    })
    sent.end()
    if (isHangingUp) setTimeout(() => sent.destroy(), Math.random() * 20)
  })
}

/** Sends raw bytes, because HTTP clients refuse most of them. */
async function sendHostileRequest(baseUrl: string, tally: Tally): Promise<void> {
  const { origin, pathname } = new URL(baseUrl)
  const text = pick(HOSTILE_TEXTS)
  const parameter = pick(['table', 'page', 'limit', 'filter', 'filterColumns', 'sort', 'columns'])
  const encoded = Math.random() < 0.5 ? text : encodeURIComponent(Buffer.from(text).toString())
  const target = pick([
    `${pathname}/query?table=items&${parameter}=${encoded}`,
    `${pathname}/tables/${encoded}`,
    `/${encoded}`,
  ])
  const head = `GET ${target} HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${text}\r\nConnection: close\r\n\r\n`
  const began = Date.now()
  try {
    const { status, headers, text: body } = await sendRaw(origin, Buffer.from(head), MAX_DURATION)
    const [requestTarget = ''] = target.split(/[ \r\n]/)
    const isPlain = !headers.has('transfer-encoding')
    // More responses may follow: the text after a split header is a request of its own.
    const whole = body.slice(0, Number(headers.get('content-length') ?? 0))
    const response = { status, headers: Object.fromEntries(headers) }
    const flaw =
      status === 0
        ? undefined
        : flawOf('GET', requestTarget, { ...response, text: isPlain ? whole : undefined })
    if (flaw !== undefined) tally.flaws.push(`hostile ${target.slice(0, 100)}: ${flaw}`)
    tally.add(status === 0 ? 'hostile: no response' : `hostile: ${status}`, began)
  } catch {
    tally.flaws.push(`hostile ${target.slice(0, 100)}: no response`)
  }
}
