/**
 * Implementations that conform but are slow, protected or unreliable, and servers that stop responding; one that
 * refuses every request is in `odd-network.stress.ts`.
 */
import type { RequestListener } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { failuresOf, runConformance, textReport, type Report } from '../../src/conformance'
import { isStress } from '../support/effort'
import {
  memoryImplementation,
  serveImplementation,
  stopImplementations,
  type Choices,
} from './memory-implementation'
import { TOPIC_TIME } from './planted-fault'

jest.setTimeout(TOPIC_TIME)
afterEach(stopImplementations)

const NAMES = ['apple', 'Birch', 'cedar', 'Maple', 'olive']

const TABLES = {
  error: {
    columns: { id: 'integer', name: 'varchar(20)' },
    rows: Array.from({ length: 23 }, (_, index) => [index, NAMES[index % 5] ?? '']),
  },
}

const plain = memoryImplementation(TABLES)

/** Four topics of small checks, one of them errors; under stress all checks run. */
const only = (id: string): boolean => isStress || /^(?:tables|metadata|result|errors)\//.test(id)

const failed = (report: Report): readonly string[] =>
  failuresOf(report).map(({ check, findings }) => `${check.id}: ${findings[0]?.message ?? ''}`)

const RESPONSES: readonly (readonly [string, NonNullable<Choices['respond']>])[] = [
  [
    'indented JSON in pieces',
    (res, status, body) => {
      res.writeHead(status, { 'Content-Type': 'application/json;charset=utf-8' })
      for (const line of JSON.stringify(body, null, 4).split('\n')) res.write(`${line}\n`)
      res.end()
    },
  ],
  [
    'compressed responses on connections that are closed each time',
    (res, status, body) => {
      const type = 'application/problem+json'
      res.writeHead(status, {
        ...{ 'Content-Type': status < 400 ? 'application/json' : type },
        ...{ 'Content-Encoding': 'gzip', Connection: 'close' },
      })
      res.end(gzipSync(JSON.stringify(body)))
    },
  ],
]

it.each([
  'private, max-age=5, ext=a+b',
  String.raw`no-cache="a, \"b\"", PRIVATE`,
  ', private ,, no-store ,',
  '',
])('accepts the header Cache-Control: %s', async (cacheControl) => {
  const respond: Choices['respond'] = (res, status, body) => {
    res.writeHead(status, {
      'Content-Type': 'application/json',
      'Cache-Control': cacheControl,
    })
    res.end(JSON.stringify(body))
  }
  const baseUrl = await serveImplementation(memoryImplementation(TABLES, { respond }))
  const only = (id: string): boolean => id === 'headers/cache-control'
  expect(failed(await runConformance({ baseUrl, only }))).toEqual([])
})

it.each(['http://u:secret@127.0.0.1:1/api', 'http://h/api?', 'http://h/api#a', 'ftp://h', 'x'])(
  'refuses the base URL %s without showing it',
  async (baseUrl) => {
    const run = runConformance({ baseUrl })
    await expect(run).rejects.toThrow(TypeError)
    await expect(run).rejects.not.toThrow('secret')
  },
)

it.each(RESPONSES)('accepts %s', async (_name, respond) => {
  const baseUrl = await serveImplementation(memoryImplementation(TABLES, { respond }))
  expect(failed(await runConformance({ baseUrl: `${baseUrl}//`, only }))).toEqual([])
})

it('accepts a protected implementation, even with a table named "error"', async () => {
  const baseUrl = await serveImplementation((req, res) => {
    if (req.headers.authorization === 'Bearer right') plain(req, res)
    else {
      const details = { authMethod: 'bearer', reason: 'a token is needed' }
      res.writeHead(401, { 'Content-Type': 'application/json' })
      res.end(JSON.stringify({ error: 'AUTHENTICATION_FAILED', message: 'No token.', details }))
    }
  })
  const headers = { Authorization: 'Bearer right' }
  expect(failed(await runConformance({ baseUrl, headers, only }))).toEqual([])
})

it('accepts slow responses, and sends no more requests than allowed', async () => {
  const baseUrl = await serveImplementation((req, res) => {
    void delay(20).then(() => {
      plain(req, res)
    })
  })
  const report = await runConformance({ baseUrl, maxRequests: 60 })
  expect(failed(report)).toEqual([])
  expect(report.requests).toBe(60)
})

it('waits briefly even if Retry-After is 0', async () => {
  let until = 0
  let sent = 0
  const baseUrl = await serveImplementation((req, res) => {
    if (Date.now() < until) {
      const headers = { 'Retry-After': '0', 'Content-Type': 'application/json' }
      res.writeHead(429, headers).end('{"error":"RATE_LIMIT_EXCEEDED","message":"Too many."}')
      return
    }
    if (++sent % 40 === 0) until = Date.now() + 600
    plain(req, res)
  })
  const isAboutPages = (id: string): boolean => id.startsWith('pages/')
  expect(failed(await runConformance({ baseUrl, only: isAboutPages }))).toEqual([])
  expect(sent).toBeGreaterThan(40)
})

it('repeats a request whose connection was closed', async () => {
  let requests = 0
  const baseUrl = await serveImplementation((req, res) => {
    if (++requests % 5 === 0) req.socket.destroy()
    else plain(req, res)
  })
  expect(failed(await runConformance({ baseUrl, only }))).toEqual([])
})

it('does not start without the mount path', async () => {
  const baseUrl = `${await serveImplementation(plain)}/api`
  await expect(runConformance({ baseUrl })).rejects.toThrow(
    /\/api\/tables responds 404 .*: the base URL must include the mount path$/,
  )
})

describe('a server that stops responding', () => {
  const after = (count: number, then: RequestListener): RequestListener => {
    let requests = 0
    return (req, res) => {
      if (++requests > count) then(req, res)
      else plain(req, res)
    }
  }

  it.each<[string, RequestListener, RegExp]>([
    [
      'closes every connection',
      (req) => req.socket.destroy(),
      /10 requests in a row had no response/,
    ],
    ['no longer responds', () => undefined, /no response within 200 ms/],
  ])('ends the run if it %s', async (_name, then, reason) => {
    const baseUrl = await serveImplementation(after(30, then))
    const report = await runConformance({ baseUrl, timeout: 200 })
    expect(report.isComplete).toBe(false)
    expect(report.requests).toBeLessThan(60)
    expect(textReport(report)).toMatch(reason)
  })
})
