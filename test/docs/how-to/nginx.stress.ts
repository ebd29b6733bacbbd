/** Runs the command of docs/how-to/nginx.md behind an nginx with the configuration of the document. */
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import type { Browser } from 'playwright-core'
import { createTableQueryClient } from '../../../src/client'
import { openViewer } from '../../browser/viewer-page'
import { BROWSER_START, complaintsOf, openBrowser } from '../../support/browser'
import { testsThatNeed } from '../../support/left-out'
import { builtProgram } from '../../support/built-program'
import { codeBlock, substituted } from '../../support/document-code'
import { nginxServer, type NginxServer } from '../../support/nginx-server'
import { sendRequest } from '../../support/send-request'
import { waitUntil } from '../../support/wait-until'

const { afterAll, beforeAll, it } = testsThatNeed('chromium', 'nginx')

const DOCUMENT = 'docs/how-to/nginx.md'
const API = '/data/api/table-viewer'
const RESPONSE_TIMEOUT = 1000
const LONG_TEXT = 20_000

const program = builtProgram()
let browser: Browser
let nginx: NginxServer | undefined
/** The origin of nginx, and that of the program behind it. */
let origin: string
let directOrigin: string
let log = ''

beforeAll(async () => {
  const file = path.join(program.folder, 'shop.sqlite')
  const database = new Database(file)
  database.exec(`
    create temp table generated as
      with recursive series (value) as (
        select 1 union all select value + 1 from series where value < 1000
      ) select value from series;
    create table customers (id integer primary key, name text);
    insert into customers select value, 'customer ' || value from generated where value <= 90;
    create table "a/b" (id integer primary key, word text);
    insert into "a/b" select value, printf('%.${LONG_TEXT}c', 'x') from generated;
  `)
  database.close()
  const [command = '', ...args] = codeBlock(DOCUMENT, 'sh').trim().split(' ')
  expect(command).toBe('tablequery')
  const given = args.map((word) => (word === './shop.sqlite' ? file : word))
  // The browser and the program start in parallel.
  const started = openBrowser()
  // Shorter than the default, to keep the test short.
  const shorter = ['--response-timeout', String(RESPONSE_TIMEOUT)]
  const { baseUrl, child } = await program.serve([...given, ...shorter])
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  browser = await started
  directOrigin = new URL(baseUrl).origin
  nginx = await nginxServer((port) =>
    substituted(codeBlock(DOCUMENT, 'nginx'), {
      'listen 80;': `listen 127.0.0.1:${port};`,
      'server 127.0.0.1:3000;': `server ${new URL(baseUrl).host};`,
    }),
  )
  origin = nginx.origin
}, BROWSER_START)

afterAll(async () => {
  await nginx?.stop()
  program.clear()
  await browser.close()
})

it('serves the viewer, and redirects to it', async () => {
  const { headers } = await sendRequest(origin, '/data')
  expect(new URL(headers.location ?? '', `${origin}/data`).pathname).toBe('/data/')
  const viewer = await openViewer(browser, `${origin}/data/?table=customers`)
  expect((await viewer.column('name')).slice(0, 2)).toEqual(['customer 1', 'customer 2'])
  expect(viewer.requested).toContain(`${API}/tables`)
  expect(viewer.complaints()).toEqual([])
  await viewer.context.close()
}, 60_000)

it('serves the page of the API, and the OpenAPI document', async () => {
  const page = await browser.newPage()
  const complaints = complaintsOf(page, origin)
  await page.goto(`${origin}/data/docs`)
  expect(page.url()).toBe(`${origin}/data/docs/`)
  const operation = page.locator('[id$="-listTables"]')
  await operation.locator('.opblock-summary-control').click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  const response = operation.locator('.live-responses-table .response').first()
  expect((await response.locator('.response-col_status').innerText()).trim()).toBe('200')
  expect(complaints).toEqual({ messages: [], elsewhere: [] })
  await page.close()
  const { status, text } = await sendRequest(origin, '/data/openapi.json')
  expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ openapi: '3.1.0' })])
}, 60_000)

it('responds to queries of a table with a slash in its name, and to queries with a long URL', async () => {
  const client = createTableQueryClient({ baseUrl: origin + API })
  expect(await client.tables()).toEqual(['a/b', 'customers'])
  expect((await client.table('a/b')).columns.map(({ name }) => name)).toEqual(['id', 'word'])
  const { data, pagination } = await client.query({ table: 'customers', limit: 1, page: 2 })
  expect([data, pagination.total]).toEqual([[{ id: 2, name: 'customer 2' }], 90])
  const { status, text } = await sendRequest(
    origin,
    `${API}/query?table=customers&filter=${'x'.repeat(12_000)}`,
  )
  // The program responds; nginx would respond 414.
  expect(status).toBe(400)
  expect(JSON.parse(text)).toMatchObject({ error: 'INVALID_QUERY' })
  const { headers } = await sendRequest(origin, `${API}/query?table=customers`)
  expect(headers['link']).toContain('<?')
})

it('compresses in nginx only, and revalidates compressed responses', async () => {
  const path = `${API}/query?table=customers&limit=90`
  const { headers, bytes } = await sendRequest(origin, path, {
    headers: { 'Accept-Encoding': 'gzip' },
  })
  expect(headers['content-encoding']).toBe('gzip')
  expect(headers.vary).toMatch(/\bAccept-Encoding\b/)
  expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({ pagination: { total: 90 } })
  const direct = await sendRequest(directOrigin, path.replace('/data', ''), {
    headers: { 'Accept-Encoding': 'gzip' },
  })
  expect(direct.headers['content-encoding']).toBeUndefined()
  const again = await sendRequest(origin, path, {
    headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': headers.etag ?? '' },
  })
  expect(again.status).toBe(304)
})

it('uses the request id of nginx in the response and in the log, not the one of the client', async () => {
  const { headers } = await sendRequest(origin, `${API}/tables`, {
    headers: { 'X-Request-Id': 'of-the-client' },
  })
  const id = String(headers['x-request-id'])
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  await waitUntil(() => log.includes(`"requestId":"${id}"`))
})

async function requestFrom(address: string, url: string, headers = {}): Promise<IncomingMessage> {
  const sent = request(url, { localAddress: address, headers, agent: false })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

it('counts requests by client address, which a client cannot forge', async () => {
  const remaining = async (address: string, headers?: Record<string, string>): Promise<number> => {
    const response = await requestFrom(address, `${origin}${API}/tables`, headers)
    response.resume()
    expect(response.headers['x-ratelimit-limit']).toBe('600')
    return Number(response.headers['x-ratelimit-remaining'])
  }
  expect([await remaining('127.0.0.2'), await remaining('127.0.0.2')]).toEqual([599, 598])
  expect(await remaining('127.0.0.3')).toBe(599)
  expect(await remaining('127.0.0.2', { 'X-Forwarded-For': '127.0.0.9' })).toBe(597)
})

it('buffers responses for slow clients, which the program itself disconnects', async () => {
  const path = '/query?table=a%2Fb&limit=1000'
  const bytesOf = async (response: IncomingMessage): Promise<number> => {
    let bytes = 0
    for await (const chunk of response) bytes += (chunk as Buffer).length
    return bytes
  }
  const buffered = await requestFrom('127.0.0.1', `${origin}${API}${path}`)
  const direct = await requestFrom('127.0.0.1', `${directOrigin}/api/table-viewer${path}`)
  // Neither client reads before the program has disconnected the direct one, and logged it.
  await waitUntil(() => log.includes(`"requestId":"${String(direct.headers['x-request-id'])}"`))
  expect(await bytesOf(buffered)).toBeGreaterThan(1000 * LONG_TEXT)
  await expect(bytesOf(direct)).rejects.toThrow('aborted')
})
