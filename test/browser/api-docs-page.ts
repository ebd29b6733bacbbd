/** The page to read and try the API, of servers with the example database. */
import type { Browser, Page } from 'playwright-core'
import { createApp, openApiDocument, openDatabase } from '../../src'
import { defaultShopDatabase } from '../../fixtures/shop/default-database'
import type { Database } from '../../src/database/database'
import { apiDocsRoutes } from '../../src/http/openapi/routes'
import { readBuiltPage, type BuiltPage } from '../../src/http/pages/built-page'
import { BROWSER_START, openBrowser } from '../support/browser'
import { testsThatNeed } from '../support/left-out'
import { builtPage } from '../support/built-package'
import { serveApp } from '../support/serve-app'

const { afterAll, beforeAll } = testsThatNeed('chromium')

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

/** Starts a server. @returns its origin */
export async function serve(options: Options): Promise<string> {
  const docs = apiDocsRoutes(openApiDocument(options), built)
  const app = createApp({ ...options, tables: database.tables, otherRoutes: [docs] })
  app.silent = true
  const { origin, stop } = await serveApp(app)
  stops.push(stop)
  return origin
}

/** Opens an operation, sends its example request, and returns the displayed response. */
export async function tryOut(page: Page, id: string): Promise<{ status: string; body: string }> {
  const operation = page.locator(`[id$="-${id}"]`)
  await operation.locator('.opblock-summary-control').click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  const response = operation.locator('.live-responses-table .response').first()
  const status = await response.locator('.response-col_status').innerText()
  return { status: status.trim(), body: await response.locator('.highlight-code').innerText() }
}

/** A page that is closed with the browser. */
export const newPage = (): Promise<Page> => browser.newPage()
