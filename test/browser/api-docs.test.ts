/** The page to read and try the API, in a browser. */
import type { Browser, Page } from 'playwright-core'
import { apiKeys, createApp, openApiDocument, openDatabase, readSecrets } from '../../src'
import { defaultShopDatabase } from '../../fixtures/shop/default-database'
import type { Database } from '../../src/database/database'
import { apiDocsRoutes } from '../../src/http/openapi/routes'
import { readBuiltPage, type BuiltPage } from '../../src/http/pages/built-page'
import { BROWSER_START, complaintsOf, openBrowser } from '../support/browser'
import { testsThatNeed } from '../support/left-out'
import { builtPage } from '../support/built-package'
import { serveApp } from '../support/serve-app'

const { afterAll, beforeAll, it } = testsThatNeed('chromium')

let browser: Browser
let database: Database
let built: BuiltPage
const stops: (() => void)[] = []

beforeAll(async () => {
  browser = await openBrowser()
  database = await openDatabase(await defaultShopDatabase())
  built = await readBuiltPage(builtPage('api-docs'))
}, BROWSER_START)

afterAll(async () => {
  for (const stop of stops) stop()
  await browser.close()
  await database.close()
})

type Options = Omit<Parameters<typeof createApp>[0], 'tables'>

async function serve(options: Options): Promise<string> {
  const docs = apiDocsRoutes(openApiDocument(options), built)
  const app = createApp({ ...options, tables: database.tables, otherRoutes: [docs] })
  app.silent = true
  const { origin, stop } = await serveApp(app)
  stops.push(stop)
  return origin
}

/** Opens an operation, sends its example request, and returns the displayed response. */
async function tryOut(page: Page, id: string): Promise<{ status: string; body: string }> {
  const operation = page.locator(`[id$="-${id}"]`)
  await operation.locator('.opblock-summary-control').click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  const response = operation.locator('.live-responses-table .response').first()
  const status = await response.locator('.response-col_status').innerText()
  return { status: status.trim(), body: await response.locator('.highlight-code').innerText() }
}

it('shows the routes, sends requests, and loads nothing from other origins', async () => {
  const origin = await serve({})
  const page = await browser.newPage()
  const complaints = complaintsOf(page, origin)
  await page.goto(`${origin}/docs`)
  await page.locator('.opblock').first().waitFor()
  const paths = await page.locator('.opblock-get [data-path]').allInnerTexts()
  const shown = paths.map((path) => path.replaceAll('\u200b', ''))
  expect(shown).toEqual(['/query', '/tables', '/tables/{table}'])
  const { status, body } = await tryOut(page, 'listTables')
  expect([status, body]).toEqual(['200', expect.stringContaining('"stock_movements"')])
  // Open every operation, so that all of the page is rendered.
  const collapsed = page.locator('.opblock-get:not(.is-open) .opblock-summary-control')
  while ((await collapsed.count()) > 0) await collapsed.first().click()
  await page.locator('.opblock-get .responses-wrapper').nth(2).waitFor()
  expect(complaints).toEqual({ messages: [], elsewhere: [] })
  await page.close()
}, 60_000)

it('sends the entered credentials, also to an API without a mount path', async () => {
  const secrets = readSecrets([{ name: 'ada', secret: 'correct-horse-battery' }])
  const authenticate = [apiKeys(secrets, { key: 'X-Key', user: 'X-User-ID' })]
  const origin = await serve({ authenticate, mountPath: '/' })
  const page = await browser.newPage()
  await page.goto(`${origin}/docs/`)
  await page.locator('.btn.authorize').click()
  await page.locator('.auth-container input').fill('correct-horse-battery')
  await page.locator('.auth-btn-wrapper .authorize').click()
  await page.locator('.btn-done').click()
  expect((await tryOut(page, 'listTables')).status).toBe('200')
  await page.close()
}, 60_000)
