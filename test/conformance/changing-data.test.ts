/** Writes during a run, rate limits, and limits of a run. */
import { createServer, type RequestListener } from 'node:http'
import Database from 'better-sqlite3'
import {
  ConformanceError,
  failuresOf,
  progressLine,
  runConformance,
  textReport,
  type Report,
} from '../../src/conformance'
import { changeOf, type TableReading } from '../../src/conformance/table-reading'
import { effort, isStress } from '../support/effort'
import { serveApp } from '../support/serve-app'
import { TOPIC_TIME } from './planted-fault'
import { conformanceFile, startKoaKnex, type RunningImplementation } from './implementations'

jest.setTimeout(TOPIC_TIME)

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function implementation(changes = {}): Promise<RunningImplementation & { file: string }> {
  const file = await conformanceFile()
  const running = await startKoaKnex(file, undefined, changes)
  stops.push(running.stop)
  return { ...running, file }
}

/** Forwards requests to an implementation; `before` can respond to a request instead. */
async function inFrontOf(
  { baseUrl }: RunningImplementation,
  before: (path: string) => { status: number; headers: Record<string, string> } | undefined,
): Promise<string> {
  const { origin } = new URL(baseUrl)
  const listener: RequestListener = (req, res) => {
    const path = req.url ?? '/'
    const instead = before(path)
    if (instead) {
      res.writeHead(instead.status, instead.headers).end('{"error":"RATE_LIMIT_EXCEEDED"}')
      return
    }
    void fetch(origin + path).then(async (response) => {
      res.writeHead(response.status, { 'Content-Type': 'application/json' })
      res.end(await response.text())
    })
  }
  const { origin: front, stop } = await serveApp(listener)
  stops.push(stop)
  return `${front}/api/table-viewer`
}

const statusesOf = ({ results }: Report, table: string): readonly string[] => [
  ...new Set(results.filter((result) => result.table === table).map(({ status }) => status)),
]

describe('rows that are added during the run', () => {
  /** Adds a row to the table `numbers` before each request of it. */
  const whileWriting = async (
    limit: number,
    changes = {},
  ): Promise<{ baseUrl: string; written: () => number }> => {
    const running = await implementation(changes)
    const db = new Database(running.file)
    stops.push(() => db.close())
    const insert = db.prepare('insert into numbers (n, half) values (?, null)')
    let written = 0
    const baseUrl = await inFrontOf(running, (path) => {
      if (path.includes('table=numbers') && written < limit) insert.run(1000 + ++written)
      return undefined
    })
    return { baseUrl, written: () => written }
  }
  const isAboutPages = (id: string): boolean =>
    isStress ? id.startsWith('pages/') : /^pages\/(?:defaults|total|walk)$/.test(id)
  const tables = ['numbers', 'people']

  it('are reported as changed data, not as a fault', async () => {
    const { baseUrl, written } = await whileWriting(Infinity)
    const report = await runConformance({ baseUrl, tables, only: isAboutPages })
    expect(failuresOf(report)).toEqual([])
    expect(written()).toBeGreaterThan(10)
    expect(statusesOf(report, 'numbers')).toContain('data changed')
    expect(statusesOf(report, 'people')).not.toContain('data changed')
    expect(textReport(report)).toContain('Data changed during the run')
    expect(textReport(report)).toContain('have no result for these tables: numbers')
  })

  it('do not affect checks that run after the last write', async () => {
    const { baseUrl } = await whileWriting(30)
    const report = await runConformance({ baseUrl, tables, only: isAboutPages })
    expect(failuresOf(report)).toEqual([])
    expect(statusesOf(report, 'numbers')).toContain('passed')
  })

  it('do not hide a fault that does not depend on rows', async () => {
    const { baseUrl } = await whileWriting(Infinity, { "'limit', 10)": "'limit', 9)" })
    const report = await runConformance({ baseUrl, tables: ['numbers'], only: isAboutPages })
    expect(failuresOf(report).map(({ check }) => check.id)).toContain('pages/defaults')
  })
})

it('reports an unstable order as a fault, not as changed data, even in a table of many pages', async () => {
  const { baseUrl } = await implementation({
    '.limit(limit)': ".clearOrder()\n    .orderByRaw('random()')\n    .limit(limit)",
  })
  const only = (id: string): boolean => id === 'pages/walk' || id === 'pages/boundaries'
  const report = await runConformance({ baseUrl, only, pageRows: 8, tables: ['numbers'] })
  // Each check can miss the fault by chance, but must not report it as changed data.
  expect(failuresOf(report)).not.toEqual([])
  for (const { status } of report.results) expect(['passed', 'failed']).toContain(status)
})

it('recognizes an order that varies even if it takes several readings until a row returns', async () => {
  const reading = (rows: readonly number[]): TableReading => ({
    ...{ name: 't', columns: [{ name: 'n', type: '' }], rows: rows.map((n) => ({ n })) },
    ...{ isWhole: false, total: 100, limit: 2 },
  })
  const changeIn = async (...readings: number[][]): Promise<TableReading | undefined> => {
    const [before = [], ...others] = readings
    const next = others.values()
    return changeOf(reading(before), () => Promise.resolve(reading(next.next().value ?? [])), true)
  }
  const varies = changeIn([1, 2], [3, 4], [5, 6], [7, 8], [9, 4])
  await expect(varies).resolves.toBeUndefined()
  const changed = changeIn([1, 2], [3, 4], [5, 6], [5, 6])
  await expect(changed).resolves.toMatchObject({ rows: [{ n: 5 }, { n: 6 }] })
})

const BETWEEN_WAITS = effort(60, 30)

it('waits as long as Retry-After says', async () => {
  const running = await implementation()
  let requests = 0
  let refused = 0
  let until = 0
  const baseUrl = await inFrontOf(running, () => {
    if (Date.now() < until) {
      refused++
      return { status: 429, headers: { 'Retry-After': '1' } }
    }
    requests++
    if (requests % BETWEEN_WAITS === 0) until = Date.now() + 900
    return undefined
  })
  const only = (id: string): boolean => id.startsWith('tables/') || id.startsWith('result/')
  const report = await runConformance({ baseUrl, only })
  expect(failuresOf(report)).toEqual([])
  expect(refused).toBeGreaterThan(0)
  // Four requests at most are refused each time, because the others wait with them.
  expect(refused).toBeLessThanOrEqual(4 * Math.ceil(requests / BETWEEN_WAITS))
})

it('stops at the maximum number of requests, and reports it', async () => {
  const { baseUrl } = await implementation()
  const lines: string[] = []
  const report = await runConformance({
    baseUrl,
    maxRequests: 40,
    onResults: (results) => lines.push(progressLine(results)),
  })
  expect(report.requests).toBe(40)
  expect(report.isComplete).toBe(false)
  expect(failuresOf(report)).toEqual([])
  expect(lines.at(-1)).toContain('not run: 40 requests were sent, the maximum')
  expect(textReport(report)).toContain(
    'Some checks did not run: 40 requests were sent, the maximum (--max-requests).',
  )
})

it('reports a fault even if the maximum of requests prevents reading its table again', async () => {
  const { baseUrl } = await implementation({ "'limit', 10)": "'limit', 9)" })
  const only = (id: string): boolean => id === 'pages/defaults'
  const all = await runConformance({ baseUrl, only, tables: ['numbers'] })
  const options = { baseUrl, only, tables: ['numbers'], maxRequests: all.requests - 2 }
  const report = await runConformance(options)
  expect(failuresOf(report)).toHaveLength(1)
})

it('reports a request without a response', async () => {
  const running = await implementation()
  const silent = createServer((req, res) => {
    if (req.url?.includes('query?table=people&columns') === true) return
    void fetch(new URL(req.url ?? '/', running.baseUrl)).then(async (response) => {
      res.writeHead(response.status, { 'Content-Type': 'application/json' })
      res.end(await response.text())
    })
  })
  const { origin, stop } = await serveApp((req, res) => silent.emit('request', req, res))
  stops.push(stop)
  const only = (id: string): boolean => id === 'selection/each'
  const tables = ['people', 'numbers']
  const baseUrl = `${origin}/api/table-viewer`
  const report = await runConformance({ baseUrl, only, tables, timeout: 1500 })
  expect(report.results.map(({ status }) => status)).toEqual(['failed', 'passed'])
  expect(failuresOf(report)[0]?.findings[0]?.message).toContain('no response within 1500 ms')
})

it('does not follow redirects, which could send credentials to another server', async () => {
  const seen: (string | undefined)[] = []
  const elsewhere = await serveApp((req, res) => {
    seen.push(req.headers.authorization)
    res.end('[]')
  })
  stops.push(elsewhere.stop)
  const redirecting = await serveApp((_req, res) => {
    res.writeHead(302, { Location: elsewhere.origin }).end()
  })
  stops.push(redirecting.stop)
  const headers = { Authorization: 'Bearer secret' }
  const run = runConformance({ baseUrl: redirecting.origin, headers })
  await expect(run).rejects.toThrow(
    new ConformanceError(
      `${redirecting.origin}/tables redirects to ${elsewhere.origin}: use that base URL`,
    ),
  )
  expect(seen).toEqual([])
})

it('refuses to start if nothing listens at the address', async () => {
  const run = runConformance({ baseUrl: 'http://127.0.0.1:1/api' })
  await expect(run).rejects.toThrow(ConformanceError)
})
