/** Runs docs/how-to/export.md unchanged. */
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { defaultShopDatabase } from '../../../fixtures/shop/default-database'
import { addressBehind, bearerTokens, rateLimit, readSecrets } from '../../../src'
import { createTableQueryClient, type Row } from '../../../src/client'
import { outputOf } from '../../support/built-program'
import { codeBlock } from '../../support/document-code'
import { exampleProgram } from '../../support/example-program'
import { startTestApp, type TestApp } from '../../support/test-app'

const program = exampleProgram('export', codeBlock('docs/how-to/export.md', 'ts'))
const TOKEN = '6b1f0c0a5a9d4c1e8f7b2a3d'
const authenticate = [bearerTokens(readSecrets([{ name: 'export', secret: TOKEN }]))]

let shop: string
let app: TestApp
let limitedApp: TestApp
let refused = 0
beforeAll(async () => {
  shop = await defaultShopDatabase()
  app = await startTestApp(shop, { authenticate })
  limitedApp = await startTestApp(shop, {
    rateLimit: rateLimit(new RateLimiterMemory({ points: 1, duration: 1 }), addressBehind([])),
    onResponse: ({ status }) => {
      if (status === 429) refused++
    },
  })
}, 60_000)
afterAll(async () => {
  program.clear()
  await app.stop()
  await limitedApp.stop()
})

interface Run {
  readonly file: string
  readonly child: ReturnType<typeof program.start>
  readonly ended: Promise<{ code: unknown; stderr: string }>
}

function run(table: string, { origin }: TestApp, token = ''): Run {
  const file = path.join(program.folder, `${table}.csv`)
  const TABLEQUERY_URL = `${origin}/api/table-viewer`
  const child = program.start([table, file], { TABLEQUERY_URL, TABLEQUERY_TOKEN: token })
  const ended = Promise.all([once(child, 'exit'), outputOf(child.stderr)]).then(
    ([[code], stderr]) => ({ code: code as unknown, stderr }),
  )
  return { file, child, ended }
}

/** Parses CSV; an empty unquoted field is `null`. */
function cellsOf(csv: string): (string | null)[][] {
  const rows: (string | null)[][] = [[]]
  for (const [, quoted, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|)(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? null)
    if (end !== ',') rows.push([])
  }
  expect(rows.pop()).toEqual([])
  return rows
}

it.each(['customers', 'products', 'countries'])('writes every row of %s', async (table) => {
  const { file, ended } = run(table, app, TOKEN)
  const { code, stderr } = await ended
  expect([code, stderr]).toEqual([0, expect.stringMatching(/\r(\d+) of \1 rows\n$/)])
  const [head, ...rows] = cellsOf(readFileSync(file, 'utf8'))

  const headers = { Authorization: `Bearer ${TOKEN}` }
  const client = createTableQueryClient({ baseUrl: `${app.origin}/api/table-viewer`, headers })
  const { columns } = await client.query({ table, limit: 1 })
  expect(head).toEqual(columns)
  const data: Row[] = []
  for (let page = 1; page <= Math.ceil(rows.length / 1000); page++) {
    data.push(...(await client.query({ table, limit: 1000, page })).data)
  }
  const expected = data.map((row) =>
    columns.map((name) => {
      const value = row[name] ?? null
      return value === null || typeof value === 'string' ? value : JSON.stringify(value)
    }),
  )
  expect(rows).toEqual(expected)

  const database = new Database(shop, { readonly: true })
  const [key = ''] = columns
  const keys = database.prepare(`select cast(${key} as text) from ${table} order by ${key}`)
  expect(rows.map(([value]) => value)).toEqual(keys.pluck().all())
  database.close()
})

it('waits when a rate limit refuses a request', async () => {
  const { file, ended } = run('product_tags', limitedApp)
  expect(await ended).toMatchObject({ code: 0 })
  expect(refused).toBeGreaterThan(0)
  expect(cellsOf(readFileSync(file, 'utf8'))).toHaveLength(719)
})

it('leaves no file when it is interrupted', async () => {
  const { file, child, ended } = run('visits', app, TOKEN)
  if (child.stderr) await once(child.stderr, 'data')
  expect(existsSync(`${file}.part`)).toBe(true)
  child.kill('SIGINT')
  const { code, stderr } = await ended
  expect([code, stderr]).toEqual([130, expect.stringMatching(/interrupted\n$/)])
  expect(readdirSync(program.folder)).not.toContain('visits.csv')
  expect(existsSync(`${file}.part`)).toBe(false)
})

it('prints the error, and leaves no file', async () => {
  const { file, ended } = run('orders', app, 'an-invalid-token')
  const { code, stderr } = await ended
  expect(code).toBe(1)
  expect(stderr).toContain('AuthenticationFailedError: Authentication failed')
  expect(existsSync(file) || existsSync(`${file}.part`)).toBe(false)
})
