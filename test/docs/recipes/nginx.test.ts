/** docs/recipes/nginx.md: the program as it is started there, behind an nginx as it is configured there. */
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
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

const { afterAll, beforeAll, it } = testsThatNeed('chromium', 'nginx')

const DOCUMENT = 'docs/recipes/nginx.md'
const API = '/data/api/table-viewer'
const RESPONSE_TIMEOUT = 1000
const LONG_TEXT = 20_000

const program = builtProgram()
let browser: Browser
let nginx: NginxServer | undefined
let origin: string
let direct: string
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
  // The browser and the program start side by side.
  const started = openBrowser()
  // Less than in the document, so that the test need not wait.
  const less = ['--response-timeout', String(RESPONSE_TIMEOUT)]
  const { baseUrl, child } = await program.serve([...given, ...less])
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  browser = await started
  direct = new URL(baseUrl).origin
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

it('shows the page with the tables, and leads to it', async () => {
  const { headers } = await sendRequest(origin, '/data')
  expect(new URL(headers.location ?? '', `${origin}/data`).pathname).toBe('/data/')
  const viewer = await openViewer(browser, `${origin}/data/?table=customers`)
  expect((await viewer.column('name')).slice(0, 2)).toEqual(['customer 1', 'customer 2'])
  expect(viewer.asked).toContain(`${API}/tables`)
  expect(viewer.complaints()).toEqual([])
  await viewer.context.close()
}, 60_000)

it('shows the page of the API, and what it is made of', async () => {
  const page = await browser.newPage()
  const complaints = complaintsOf(page, origin)
  await page.goto(`${origin}/data/docs`)
  expect(page.url()).toBe(`${origin}/data/docs/`)
  const operation = page.locator('[id$="-listTables"]')
  await operation.locator('.opblock-summary-control').click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  const answer = operation.locator('.live-responses-table .response').first()
  expect((await answer.locator('.response-col_status').innerText()).trim()).toBe('200')
  expect(complaints).toEqual({ messages: [], elsewhere: [] })
  await page.close()
  const { status, text } = await sendRequest(origin, '/data/openapi.json')
  expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ openapi: '3.1.0' })])
}, 60_000)

it('answers queries, of tables with a slash in their name, too, and of long ones', async () => {
  const client = createTableQueryClient({ baseUrl: origin + API })
  expect(await client.tables()).toEqual(['a/b', 'customers'])
  expect((await client.table('a/b')).columns.map(({ name }) => name)).toEqual(['id', 'word'])
  const { data, pagination } = await client.query({ table: 'customers', limit: 1, page: 2 })
  expect([data, pagination.total]).toEqual([[{ id: 2, name: 'customer 2' }], 90])
  const { status, text } = await sendRequest(
    origin,
    `${API}/query?table=customers&filter=${'x'.repeat(12_000)}`,
  )
  // An answer of the program: nginx would say 414.
  expect(status).toBe(400)
  expect(JSON.parse(text)).toMatchObject({ error: 'INVALID_QUERY' })
  const { headers } = await sendRequest(origin, `${API}/query?table=customers`)
  expect(headers['link']).toContain('<?')
})

it('compresses once, and knows what it has compressed again', async () => {
  const path = `${API}/query?table=customers&limit=90`
  const { headers, bytes } = await sendRequest(origin, path, {
    headers: { 'Accept-Encoding': 'gzip' },
  })
  expect(headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(gunzipSync(bytes).toString())).toMatchObject({ pagination: { total: 90 } })
  const bare = await sendRequest(direct, path.replace('/data', ''), {
    headers: { 'Accept-Encoding': 'gzip' },
  })
  expect(bare.headers['content-encoding']).toBeUndefined()
  const again = await sendRequest(origin, path, {
    headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': headers.etag ?? '' },
  })
  expect(again.status).toBe(304)
})

it('has one id for a request in the answer and in the log, whatever the client says', async () => {
  const { headers } = await sendRequest(origin, `${API}/tables`, {
    headers: { 'X-Request-Id': 'of-the-client' },
  })
  const id = String(headers['x-request-id'])
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  for (let times = 0; times < 50 && !log.includes(id); times++) await delay(20)
  expect(log).toContain(`"requestId":"${id}"`)
})

async function ask(from: string, to: string, headers = {}): Promise<IncomingMessage> {
  const sent = request(to, { localAddress: from, headers, agent: false })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

it('counts the requests of each client, who cannot claim to be another', async () => {
  const left = async (from: string, headers?: Record<string, string>): Promise<number> => {
    const response = await ask(from, `${origin}${API}/tables`, headers)
    response.resume()
    expect(response.headers['x-ratelimit-limit']).toBe('600')
    return Number(response.headers['x-ratelimit-remaining'])
  }
  expect([await left('127.0.0.2'), await left('127.0.0.2')]).toEqual([599, 598])
  expect(await left('127.0.0.3')).toBe(599)
  expect(await left('127.0.0.2', { 'X-Forwarded-For': '127.0.0.9' })).toBe(597)
})

it('waits for slow clients, so that the program need not', async () => {
  const path = '/query?table=a%2Fb&limit=1000'
  const read = async (url: string): Promise<number> => {
    const response = await ask('127.0.0.1', url)
    await delay(2 * RESPONSE_TIMEOUT)
    let length = 0
    for await (const chunk of response) length += (chunk as Buffer).length
    return length
  }
  const all = 1000 * LONG_TEXT
  expect(await read(`${origin}${API}${path}`)).toBeGreaterThan(all)
  await expect(read(`${direct}/api/table-viewer${path}`)).rejects.toThrow('aborted')
})
