/** Follows the steps of docs/how-to/look-at-tables.md in a browser. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Locator } from 'playwright-core'
import { defaultShopDatabase } from '../../../fixtures/shop/default-database'
import { createTableQueryClient, type Row } from '../../../src/client'
import { readBuiltPage } from '../../../src/http/pages/built-page'
import { viewerRoutes } from '../../../src/http/viewer-page/routes'
import { openViewer, type ViewerPage } from '../../browser/viewer-page'
import { BROWSER_START, openBrowser } from '../../support/browser'
import { builtPage } from '../../support/built-package'
import { testsThatNeed } from '../../support/left-out'
import { startTestApp, type TestApp } from '../../support/test-app'

const { afterAll, beforeAll, it } = testsThatNeed('chromium')

const DOCUMENT = path.join(__dirname, '../../../docs/how-to/look-at-tables.md')
const [, expensive = '', odd = '', christmas = '', reasons = '', sales = ''] = readFileSync(
  DOCUMENT,
  'utf8',
).split('\n## ')

let browser: Browser
let app: TestApp
let viewer: ViewerPage

beforeAll(async () => {
  const page = await readBuiltPage(builtPage('viewer'))
  app = await startTestApp(await defaultShopDatabase(), { otherRoutes: [viewerRoutes({ page })] })
  browser = await openBrowser()
}, BROWSER_START)
afterAll(async () => {
  await browser.close()
  await app.stop()
})
afterEach(async () => {
  await viewer.context.close()
  expect(viewer.complaints()).toEqual([])
})

/** Returns the text, after it has checked that the document has it. */
function documented(section: string, text: string): string {
  expect(section).toMatch(new RegExp(`\\*\\*${text}|\`${text}\``))
  return text
}

async function choose(section: string, table: string): Promise<void> {
  viewer = await openViewer(browser, `${app.origin}/`)
  const list = viewer.page.getByRole('navigation', { name: 'Tables' })
  await list.getByRole('link', { name: documented(section, table), exact: true }).click()
  await viewer.settle()
}

async function search(section: string, text: string): Promise<void> {
  await viewer.page.getByRole('searchbox', { name: 'Search in' }).fill(documented(section, text))
  await viewer.page.waitForURL(/filter=/)
  await viewer.settle()
}

async function inMenuOf(section: string, column: string, entry: string): Promise<void> {
  await viewer.header(documented(section, column)).click({ button: 'right' })
  await viewer.page.getByRole('button', { name: documented(section, entry) }).click()
  await viewer.settle()
}

async function inExport(section: string, label: string): Promise<void> {
  await viewer.page.getByRole('button', { name: documented(section, 'Export') }).click()
  await viewer.page.getByRole('button', { name: documented(section, label) }).click()
}

it('finds the five most expensive orders of 2024, and copies the link', async () => {
  await choose(expensive, 'orders')
  await inMenuOf(expensive, 'number', 'Search only this column')
  await search(expensive, '2024-')
  await inMenuOf(expensive, 'total', 'Sort descending')
  const seen = (await viewer.column('number')).slice(0, 5)
  const client = createTableQueryClient({ baseUrl: `${app.origin}/api/table-viewer` })
  const orders: Row[] = []
  for await (const { data } of client.pages({ table: 'orders', limit: 1000 })) orders.push(...data)
  const dearest = orders
    .filter(({ placed }) => typeof placed === 'string' && placed.startsWith('2024'))
    .sort((one, other) => Number(other['total']) - Number(one['total']))
  expect(seen).toEqual(dearest.slice(0, 5).map(({ number }) => number))

  await inExport(expensive, 'Copy a link to this view')
  await viewer.page.getByText('copied.').waitFor()
  const link = await viewer.page.evaluate<string>('navigator.clipboard.readText()')
  const colleague = await openViewer(browser, link)
  expect((await colleague.column('number')).slice(0, 5)).toEqual(seen)
  await colleague.context.close()
})

it('shows the invisible character of an e-mail address', async () => {
  await choose(odd, 'customers')
  await search(odd, 'come back')
  const sign = viewer.page.locator('[data-column=email] .invisible')
  expect(await sign.allInnerTexts()).toEqual([documented(odd, 'ZWSP')])
  expect(await sign.getAttribute('title')).toBe('U+200B')
  expect(odd).toContain('`U+200B`')
})

it('downloads all rows that mention a word, for Excel', async () => {
  await choose(christmas, 'orders')
  await search(christmas, 'christmas')
  await viewer.page.getByRole('button', { name: documented(christmas, 'Export') }).click()
  await viewer.page.getByRole('radio', { name: documented(christmas, 'CSV') }).check()
  await viewer.page.getByRole('checkbox', { name: documented(christmas, 'For Excel') }).check()
  const [download] = await Promise.all([
    viewer.page.waitForEvent('download'),
    viewer.page.getByRole('button', { name: documented(christmas, 'Download all') }).click(),
  ])
  const text = readFileSync(await download.path(), 'utf8')
  const { pagination } = JSON.parse(
    (await app.get('query?table=orders&filter=christmas&limit=1')).text,
  ) as { pagination: { total: number } }
  expect(pagination.total).toBeGreaterThan(50)
  expect(text.startsWith('\ufeffid,number,')).toBe(true)
  expect(text.match(/^\d+,\d{4}-\d+,/gm)).toHaveLength(pagination.total)
})

it('counts the reasons of 10,000 changes of the stock', async () => {
  await choose(reasons, 'stock_movements')
  await viewer.header(documented(reasons, 'reason')).click({ button: 'right' })
  const load = documented(reasons, 'Load up to 10,000 rows for this')
  await viewer.page.getByRole('button', { name: load }).click()
  await viewer.page.getByText('Of 10,000 of 33,965 rows').waitFor()
  expect(reasons).toContain('“Of 10,000 of 33,965 rows”')
  const client = createTableQueryClient({ baseUrl: `${app.origin}/api/table-viewer` })
  const rows: { readonly reason: string }[] = []
  const query = { table: 'stock_movements', limit: 1000 }
  for await (const { data } of client.pages<{ reason: string }>(query)) {
    rows.push(...data)
    if (rows.length >= 10_000) break
  }
  const rowsOf = new Map<string, number>()
  for (const { reason } of rows) rowsOf.set(reason, (rowsOf.get(reason) ?? 0) + 1)
  const [[most, amount] = ['', 0]] = [...rowsOf].sort(([, one], [, other]) => other - one)
  expect(rowsOf.size).toBeGreaterThan(1)
  const shown = viewer.page.locator('.frequent li').first().locator('> :not([aria-hidden])')
  expect(await shown.allTextContents()).toEqual([most, amount.toLocaleString('en')])
})

it('draws the sales of each quarter', async () => {
  await choose(sales, 'orders')
  const { page } = viewer
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Open a table' }).fill(documented(sales, 'chart'))
  await page.getByRole('option', { name: documented(sales, 'Chart of the loaded rows') }).click()
  const chosen = (label: string): Locator =>
    page.getByRole('combobox', { name: documented(sales, label), exact: true })
  expect(await chosen('Show').inputValue()).toBe('rows')
  await chosen('Show').selectOption({ label: documented(sales, 'total') })
  await chosen('As').selectOption({ label: documented(sales, 'sum') })
  const load = documented(sales, 'Load up to 10,000 rows for this')
  await page.getByRole('button', { name: load }).click()
  await page.getByText('Of 10,000 of 10,754 rows').waitFor()
  await page.getByText(documented(sales, 'The figures as a table')).click()
  const lines = page.getByRole('dialog').getByRole('row')
  const cells = (await lines.allInnerTexts()).map((line) => line.split('\t'))
  const quarters = cells.filter(([range = '']) => /^20(19|2[0-5])-/.test(range))
  expect(quarters).toHaveLength(7 * 4)
  const sums = quarters.map(([, sum = '']) => Number(sum.replaceAll(',', '')))
  expect(sums.every((sum) => sum > 0)).toBe(true)
  for (let year = 0; year < 7; year++) {
    const [, , , last = 0] = sums.slice(4 * year, 4 * year + 4)
    expect(last).toBe(Math.max(...sums.slice(4 * year, 4 * year + 4)))
  }
})
