/** The log on standard error; log.stress.ts starts programs with other settings and outputs. @long */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import path from 'node:path'
import Database from 'better-sqlite3'
import { builtProgram } from '../support/built-program'
import { effort } from '../support/effort'
import { linesOf, parsed } from './log-lines'
import { createSlowDatabase, untilConnectionIsUsed } from './slow-database'
import { sendRaw } from '../support/raw-request'
import { waitUntil } from '../support/wait-until'

const program = builtProgram()
const { folder, serve } = program

/** A program whose log several tests read. */
interface Logging extends Awaited<ReturnType<typeof serve>> {
  /** All lines until now. */
  readonly lines: readonly string[]
}

async function serveLogging(...args: Parameters<typeof serve>): Promise<Logging> {
  const served = await serve(...args)
  return { ...served, lines: linesOf(served.child) }
}

const tokens = path.join(folder, 'tokens.json')
writeFileSync(tokens, JSON.stringify([{ name: 'ada', secret: 'correct-horse-battery' }]))
const Authorization = 'Bearer correct-horse-battery'

/** @returns the lines that follow */
function linesFrom({ lines }: Logging): () => string[] {
  const start = lines.length
  return () => lines.slice(start)
}

/** With the example, credentials and a rate limit. */
let shop: Logging
/** With responses that fail, are slow or are large. */
let odd: Logging
beforeAll(async () => {
  shop = await serveLogging(['--tokens-file', tokens, '--rate-limit', '100'])
  await waitUntil(() => shop.lines.length > 1)
  const file = createSlowDatabase(folder)
  // Not compressible, and more than the buffers of a connection.
  const rows = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 100)
    select i as id, randomblob(100000) as value from n`
  new Database(file)
    .exec(
      `create table t (id); insert into t values (1);
       create view failing as select json('{') as bad from t; create table large as ${rows}`,
    )
    .close()
  odd = await serveLogging([file, '--metrics', 'true'])
  await waitUntil(() => odd.lines.length > 0)
}, 60_000)
afterAll(() => {
  program.clear()
})

it('consists of JSON lines, even with authentication, a rate limit and compression', async () => {
  const { baseUrl, lines } = shop
  const headers = { Authorization, 'Accept-Encoding': 'gzip' }
  const { status } = await fetch(`${baseUrl}/query?table=customers&limit=500`, { headers })
  expect(status).toBe(200)
  await waitUntil(() => lines.some((line) => line.includes('"table":"customers"')))
  expect(lines.filter((line) => !line.startsWith('{'))).toEqual([])
})

it('begins with the product and the version of the database server', () => {
  expect(parsed(shop.lines)[0]).toMatchObject({
    level: 30,
    server: { engine: 'SQLite', version: expect.stringMatching(/^3\./) as string },
    msg: expect.stringMatching(/^connected to SQLite 3\.\S+ \/.+\.sqlite$/) as string,
  })
})

it('warns at the start if no connection is set', () => {
  expect(parsed(shop.lines)[1]).toMatchObject({
    level: 40,
    msg: 'no connection is set: the tables are those of the bundled example',
  })
  expect(odd.lines.join('')).not.toContain('connection is set')
})

it('has one line for each request, without any of its values', async () => {
  const { baseUrl } = shop
  const lines = linesFrom(shop)
  const headers = { Authorization, 'X-Request-Id': 'seven' }
  // A line is written after the client has received the response, so await each before the next request.
  await fetch(`${baseUrl}/query?table=products&limit=3&filter=a`, { headers })
  await waitUntil(() => lines().length === 1)
  await fetch(`${baseUrl}/query?table=my-secret&filter=my-secret`, { headers })
  await waitUntil(() => lines().length === 2)
  await fetch(`${baseUrl}/tables/my-secret`)
  await waitUntil(() => lines().length === 3)
  const entries = parsed(lines())
  expect(entries[0]).toEqual({
    ...{ level: 30, time: expect.any(Number) as number, msg: 'request', requestId: 'seven' },
    ...{ method: 'GET', route: 'query', status: 200, principal: 'bearer:ada' },
    ...{ table: 'products', rows: 3, isAborted: false },
    databaseMs: expect.any(Number) as number,
    ms: expect.any(Number) as number,
  })
  expect(entries.map(({ status }) => status)).toEqual([200, 404, 401])
  expect(JSON.stringify(entries)).not.toMatch(/my-secret|correct-horse/)
})

it('has a line with the request id and the cause of a failure', async () => {
  const { baseUrl } = odd
  const lines = linesFrom(odd)
  const headers = { 'X-Request-Id': 'request-7' }
  expect((await fetch(`${baseUrl}/query?table=failing`, { headers })).status).toBe(500)
  await waitUntil(() => lines().length > 1)
  expect(parsed(lines())).toMatchObject([
    { requestId: 'request-7', msg: 'request failed' },
    { requestId: 'request-7', msg: 'request', status: 500 },
  ])
  expect(parsed(lines())[0]).toMatchObject({
    err: {
      message: expect.stringMatching(/^The database [^.]+: malformed JSON$/) as string,
      stack: expect.stringMatching(
        /^ApiError: The database [^]+caused by: .*malformed JSON/,
      ) as string,
    },
  })
})

it('has a line for a response to what is no request, which the metrics count', async () => {
  const { origin } = new URL(odd.baseUrl)
  const lines = linesFrom(odd)
  const { headers } = await sendRaw(origin, Buffer.from('GET / HTTP/9\r\nmy-secret\r\n\r\n'), 5000)
  await waitUntil(() => lines().length > 0)
  expect(parsed(lines())).toEqual([
    {
      ...{ level: 30, time: expect.any(Number) as number, msg: 'request' },
      ...{ requestId: headers.get('x-request-id'), method: 'GET', route: 'other', status: 400 },
      ...{ databaseMs: 0, ms: expect.any(Number) as number, isAborted: false },
    },
  ])
  const counted = 'tablequery_requests_total{method="GET",route="other",status="400"} 1'
  expect(await (await fetch(`${origin}/metrics`)).text()).toContain(counted)
})

it('records a client that disconnects before the response as status 499', async () => {
  const { baseUrl } = odd
  const lines = linesFrom(odd)
  const sent = get(`${baseUrl}/query?table=slow`).on('error', () => undefined)
  await untilConnectionIsUsed(new URL(baseUrl).origin)
  sent.destroy()
  const queries = (): Record<string, unknown>[] =>
    parsed(lines()).filter(({ route }) => route === 'query')
  await waitUntil(() => queries().length > 0)
  expect(queries()).toMatchObject([{ status: 499, isAborted: true }])
})

it.each(effort(['gzip'], ['identity', 'gzip', 'br']))(
  'records a client that disconnects within a response as no failure, with %s',
  async (encoding) => {
    const { baseUrl } = odd
    const lines = linesFrom(odd)
    const received = get(`${baseUrl}/query?table=large&limit=100`, {
      headers: { 'Accept-Encoding': encoding },
    }).on('error', () => undefined)
    const [response] = (await once(received, 'response')) as [IncomingMessage]
    response.on('error', () => undefined)
    await once(response, 'data')
    response.pause().destroy()
    await waitUntil(() => lines().length > 0)
    // The next line is written after everything of the first request.
    await fetch(`${baseUrl}/tables`)
    await waitUntil(() => lines().some((line) => line.includes('"route":"tables"')))
    expect(parsed(lines())).toMatchObject([
      { level: 30, msg: 'request', route: 'query', status: 200, isAborted: true },
      { level: 30, msg: 'request', route: 'tables', status: 200 },
    ])
  },
)
