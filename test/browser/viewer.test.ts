/** What the viewer is for, on every engine, as its reader sees it. */
import { readFileSync } from 'node:fs'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { readBuiltPage, type BuiltPage } from '../../src/http/pages/built-page'
import { viewerRoutes } from '../../src/http/viewer-page/routes'
import { createTableQueryClient, type TableQueryClient } from '../../src/client'
import { everyKind } from '../../fixtures/conformance/every-kind'
import { shop } from '../../fixtures/shop/shop'
import { BROWSER_START, openBrowser } from '../support/browser'
import { testsThatNeed } from '../support/left-out'
import { describeEachEngine } from '../support/describe-each-engine'
import { startTestApp, type TestApp } from '../support/test-app'
import { builtPage } from '../support/built-package'
import { openViewer, type ViewerPage } from './viewer-page'

const { afterAll, beforeAll, it } = testsThatNeed('chromium')

let browser: Browser
let built: BuiltPage
beforeAll(async () => {
  built = await readBuiltPage(builtPage('viewer'))
  browser = await openBrowser()
}, BROWSER_START)
afterAll(() => browser.close())

const tables = [
  everyKind,
  ...shop.tables.filter(({ name }) =>
    ['currencies', 'categories', 'customers', 'products', 'gift_cards'].includes(name),
  ),
]

describeEachEngine('the viewer', { tables, views: [] }, (t) => {
  let app: TestApp
  let client: TableQueryClient
  beforeAll(async () => {
    app = await startTestApp(t.database.url, { otherRoutes: [viewerRoutes({ page: built })] })
    client = createTableQueryClient({ baseUrl: `${app.origin}/api/table-viewer` })
  })
  afterAll(() => app.stop())

  const opened: ViewerPage[] = []
  const open = async (path = '/', options: BrowserContextOptions = {}): Promise<ViewerPage> => {
    const viewer = await openViewer(browser, app.origin + path, options)
    opened.push(viewer)
    return viewer
  }
  afterEach(async () => {
    for (const { context, complaints } of opened.splice(0)) {
      await context.close()
      expect(complaints()).toEqual([])
    }
  })

  const names = async (query: Parameters<TableQueryClient['query']>[0]): Promise<unknown[]> =>
    (await client.query(query)).data.map(({ name }) => name)

  it('shows a table at once, and a list of them to search in', async () => {
    const { page, column, settle } = await open()
    expect(page.url()).toBe(`${app.origin}/?table=categories`)
    expect(await column('id')).toContain('1')
    expect(await page.getByRole('status').filter({ hasText: 'rows' }).textContent()).toBe('40 rows')
    const list = page.getByRole('navigation', { name: 'Tables' })
    expect(await list.getByRole('link').allTextContents()).toEqual(await client.tables())
    await list.getByRole('searchbox').fill('CUST')
    expect(await list.getByRole('link').allTextContents()).toEqual(['customers'])
    await list.getByRole('searchbox').press('Enter')
    await settle()
    expect(await page.title()).toBe('customers · Tables')
    expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe('customers')
    expect(await list.locator('[aria-current=page]').textContent()).toBe('customers')
  })

  it('sorts by a click, and by several columns with Shift', async () => {
    const { page, header, column, settle } = await open('/?table=customers')
    await header('name').click()
    await settle()
    expect(await header('name').getAttribute('aria-sort')).toBe('ascending')
    const ascending = [{ column: 'name', direction: 'asc' }] as const
    const first = await names({ table: 'customers', sort: ascending, limit: 15 })
    expect((await column('name')).slice(0, 15)).toEqual(first)
    await header('name').click()
    await settle()
    expect(await header('name').getAttribute('aria-sort')).toBe('descending')
    await header('active').click()
    await header('name').click({ modifiers: ['Shift'] })
    await settle()
    expect(page.url()).toContain('sort=active%3Aasc&sort=name%3Aasc')
    expect(await header('name').locator('.arrow').textContent()).toBe('▲2')
    const both = [{ column: 'active', direction: 'asc' }, ...ascending] as const
    const firstByBoth = await names({ table: 'customers', sort: both, limit: 15 })
    expect((await column('name')).slice(0, 15)).toEqual(firstByBoth)
  })

  it('makes a column wider by dragging, and does not sort by that', async () => {
    const { page, header, settle } = await open('/?table=customers')
    const width = async (): Promise<number> => (await header('name').boundingBox())?.width ?? 0
    const before = await width()
    await header('name').locator('.resizer').hover()
    await page.mouse.down()
    const box = await header('name').boundingBox()
    await page.mouse.move((box?.x ?? 0) + before + 60, (box?.y ?? 0) + 20, { steps: 5 })
    await page.mouse.up()
    await settle()
    expect(Math.abs((await width()) - before - 60)).toBeLessThan(8)
    expect(await header('name').getAttribute('aria-sort')).toBe('none')
    const cell = await page.locator('[data-column=name]').first().boundingBox()
    expect(cell?.width).toBe(await width())
  })

  it('searches when the typing pauses, in the columns of choice', async () => {
    const { page, column, settle, asked } = await open('/?table=customers')
    asked.length = 0
    await page.getByRole('searchbox', { name: 'Search in customers' }).pressSequentially('STRAẞE')
    await page.waitForURL(/filter=/)
    await settle()
    expect(asked).toHaveLength(1)
    const found = await names({ table: 'customers', filter: 'straße', limit: 15 })
    expect((await column('name')).slice(0, 15)).toEqual(found)
    await page.getByRole('button', { name: 'in all columns' }).click()
    await page.getByRole('checkbox', { name: 'email' }).check()
    await settle()
    expect(page.url()).toContain('filterColumn=email')
    expect(await page.locator('.message').textContent()).toContain('No row has “STRAẞE” in email.')
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await settle()
    expect(page.url()).toBe(`${app.origin}/?table=customers`)
    await page.keyboard.press('/')
    await page.keyboard.type('zoë')
    await page.waitForURL(/filter=zo%C3%AB/)
  })

  it('keeps the widths of columns from page to page', async () => {
    const { page, header, settle } = await open('/?table=products')
    const before = await header('name').boundingBox()
    await page.getByRole('button', { name: 'Last page' }).click()
    await settle()
    expect(await header('name').boundingBox()).toEqual(before)
  })

  it('shows the columns of choice, in the order of choice', async () => {
    const { page, headers, column, settle } = await open('/?table=customers')
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    for (const name of ['born', 'active', 'credit', 'joined', 'notes']) {
      await page.getByRole('checkbox', { name }).uncheck()
    }
    await page.getByRole('button', { name: 'Move email to the left' }).click()
    await page.keyboard.press('Escape')
    await settle()
    expect(await headers()).toEqual(['id', 'email', 'name'])
    expect(page.url()).toContain('column=id&column=email&column=name')
    await page.getByRole('button', { name: 'Columns 3/8' }).click()
    const [email, name] = [
      page.locator('li', { hasText: 'email' }),
      page.locator('li', { hasText: 'name' }),
    ]
    await name.dragTo(email)
    await page.getByRole('checkbox', { name: 'credit' }).check()
    await page.reload()
    await settle()
    expect(await headers()).toEqual(['id', 'name', 'email', 'credit'])
    expect((await column('name'))[0]).toBe((await names({ table: 'customers', limit: 1 }))[0])
    await page.getByRole('button', { name: 'Columns 4/8' }).click()
    await page.getByRole('button', { name: 'All, in their own order' }).click()
    await settle()
    expect(await headers()).toHaveLength(8)
  })

  it('turns pages, and the back button turns them back', async () => {
    const { page, column, settle } = await open('/?table=customers')
    const status = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
    const steps: readonly (readonly [string, string])[] = [
      ['Next page', '51–100 of 2,000 rows'],
      ['Last page', '1,951–2,000 of 2,000 rows'],
      ['Previous page', '1,901–1,950 of 2,000 rows'],
      ['First page', '1–50 of 2,000 rows'],
    ]
    for (const [label, range] of steps) {
      await page.getByRole('button', { name: label }).click()
      await settle()
      expect(await status.textContent()).toBe(range)
    }
    await page.getByRole('textbox', { name: 'Page, of 40' }).fill('7')
    await page.keyboard.press('Enter')
    await settle()
    expect((await column('id'))[0]).toBe('301')
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('10')
    await settle()
    expect(await status.textContent()).toBe('301–310 of 2,000 rows')
    expect(page.url()).toContain('limit=10&page=31')
    for (const range of ['301–350', '1–50', '1,901–1,950']) {
      await page.goBack()
      await settle()
      expect(await status.textContent()).toBe(`${range} of 2,000 rows`)
    }
    await page.goForward()
    await settle()
    expect(await status.textContent()).toBe('1–50 of 2,000 rows')
  })

  it('shows the same to whoever is given the link', async () => {
    const one = await open('/?table=customers')
    await one.header('email').click()
    await one.header('email').click()
    await one.page.getByRole('button', { name: 'Next page' }).click()
    await one.settle()
    await one.page.getByRole('button', { name: 'Export' }).click()
    await one.page.getByRole('button', { name: 'Copy a link to this view' }).click()
    await one.page.getByText('Link copied.').waitFor()
    const link = await one.page.evaluate<string>('navigator.clipboard.readText()')
    const other = await open(link.replace(app.origin, ''))
    expect(await other.column('email')).toEqual(await one.column('email'))
    expect(await other.page.title()).toBe(await one.page.title())
  })

  it('shows all of a value: JSON, long text, and the size of bytes', async () => {
    const { page } = await open('/?table=products', { viewport: { width: 2400, height: 2000 } })
    const { data } = await client.query({ table: 'products', limit: 50 })
    const rowWith = (column: string): number =>
      data.findIndex((row) => row[column] !== null && row[column] !== '')
    const detailOf = async (column: string, row: number): Promise<[string, string]> => {
      const cells = page.locator(`[role=row][aria-rowindex="${row + 2}"] [role=gridcell]`)
      const cell = cells.and(page.locator(`[data-column="${column}"]`))
      await cell.dblclick()
      const dialog = page.getByRole('dialog')
      const value = dialog.locator('pre')
      const shown = (await value.count()) > 0 ? ((await value.textContent()) ?? '') : ''
      const note = (await dialog.locator('header p').textContent()) ?? ''
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      return [shown, note]
    }
    const withJson = rowWith('attributes')
    const [json, jsonNote] = await detailOf('attributes', withJson)
    const value = data[withJson]?.['attributes']
    expect(JSON.parse(json)).toEqual(typeof value === 'string' ? JSON.parse(value) : value)
    expect(json).toContain('\n')
    expect(jsonNote).toContain('JSON')
    const withBytes = rowWith('thumbnail')
    const base64 = data[withBytes]?.['thumbnail']
    const bytes = Buffer.from(typeof base64 === 'string' ? base64 : '', 'base64')
    const [dump, bytesNote] = await detailOf('thumbnail', withBytes)
    expect(bytesNote).toContain(`binary, ${bytes.length} byte`)
    expect(dump.replaceAll(/^.{8}|.{17}$/gm, '').replaceAll(/\s/g, '')).toContain(
      bytes.subarray(0, 16).toString('hex'),
    )
    const [text, textNote] = await detailOf('name', 0)
    expect(text).toBe(data[0]?.['name'])
    expect(textNote).toContain(`${Array.from(text).length} characters`)
  })

  it('shows numbers to the last digit, also those in JSON', async () => {
    const { page, column } = await open('/?table=every_kind&column=id&column=big&column=document')
    expect((await column('big'))[1]).toBe('9223372036854775807')
    expect((await column('document'))[1]).toContain('9007199254740993')
    await page.locator('[data-column=document]').nth(1).dblclick()
    expect(await page.getByRole('dialog').locator('pre').textContent()).toContain(
      '"a": 9007199254740993,',
    )
  })

  it('copies the page as CSV and as JSON', async () => {
    const { page } = await open('/?table=products&column=name&column=attributes&limit=25')
    const { data } = await client.query({
      table: 'products',
      columns: ['name', 'attributes'],
      limit: 25,
    })
    const copied = async (format: string): Promise<string> => {
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('button', { name: `Copy this page as ${format}` }).click()
      await page.getByText(`25 rows of ${format} copied.`).waitFor()
      return page.evaluate<string>('navigator.clipboard.readText()')
    }
    expect(JSON.parse(await copied('JSON'))).toEqual(data)
    expect(await copied('CSV')).toBe(
      [['name', 'attributes'], ...data.map((row) => [row['name'], row['attributes']])]
        .map((fields) => `${fields.map(csvField).join(',')}\r\n`)
        .join(''),
    )
  })

  it('downloads all rows that are found, as CSV', async () => {
    const { page } = await open('/?table=customers&filter=example&sort=id%3Adesc&column=id')
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download all [\d,]+ rows as CSV$/ }).click(),
    ])
    expect(download.suggestedFilename()).toBe('customers.csv')
    const ids: unknown[] = []
    for await (const { data } of client.pages({
      table: 'customers',
      filter: 'example',
      sort: [{ column: 'id', direction: 'desc' }],
    })) {
      ids.push(...data.map(({ id }) => id))
    }
    expect(ids.length).toBeGreaterThan(1000)
    const text = readFileSync(await download.path(), 'utf8')
    expect(text).toBe(['id', ...ids].map((id) => `${String(id)}\r\n`).join(''))
    await page.getByText(`${ids.length.toLocaleString('en')} rows downloaded.`).waitFor()
  })

  it('says how far a download is, and lets go of it', async () => {
    const { page, asked } = await open('/?table=customers')
    await page.route(/limit=512/, async (route) => {
      if (!route.request().url().includes('page=1&')) return
      await route.continue()
    })
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: 'Download all 2,000 rows as CSV' }).click()
    await page.getByText('512 of 2,000 rows').waitFor()
    const progress = page.getByRole('progressbar', { name: 'Rows downloaded' })
    expect(await progress.getAttribute('value')).toBe('512')
    await page.getByRole('button', { name: 'Cancel download' }).click()
    await progress.waitFor({ state: 'detached' })
    const amount = asked.length
    await page.waitForTimeout(300)
    expect(asked).toHaveLength(amount)
  })

  it('is used by the keyboard alone', async () => {
    const { page, header, settle } = await open('/?table=customers')
    const grid = page.getByRole('grid', { name: 'Rows of customers' })
    await grid.focus()
    // What has been scrolled to is shown a frame later.
    const activeCell = async (): Promise<string | null> => {
      await settle()
      await page.locator('[role=grid][aria-activedescendant]').waitFor()
      return grid.getAttribute('aria-activedescendant')
    }
    const active = async (): Promise<string | null> => {
      const text = await page.locator(`[id="${await activeCell()}"]`).textContent()
      return text?.replace(/⤢$/, '') ?? null
    }
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await settle()
    expect(await header('name').getAttribute('aria-sort')).toBe('ascending')
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Shift+Enter')
    await settle()
    expect(page.url()).toContain('sort=name%3Aasc&sort=id%3Aasc')
    await page.keyboard.press('ArrowRight')
    const [first, second] = await names({
      table: 'customers',
      sort: [{ column: 'name', direction: 'asc' }],
      limit: 2,
    })
    await page.keyboard.press('ArrowDown')
    expect(await active()).toBe(first)
    await page.keyboard.press('ArrowDown')
    expect(await active()).toBe(second)
    await page.keyboard.press('Control+End')
    expect(await activeCell()).toBe('cell-49-7')
    await page.keyboard.press('PageUp')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'id' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowUp')
    expect(await activeCell()).toMatch(/^cell-\d+-0$/)
  })

  it('keeps the last page in sight while the next one is loaded, and can be stopped', async () => {
    const { page, column } = await open('/?table=customers')
    await page.route(/page=2/, () => undefined)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor()
    expect(await page.getByRole('grid').getAttribute('aria-busy')).toBe('true')
    expect((await column('id'))[0]).toBe('1')
    await page.getByText('The database is still at work').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped: these rows have not been loaded.').waitFor()
    expect(await page.getByRole('progressbar', { name: 'Loading' }).count()).toBe(0)
    await page.unroute(/page=2/)
    await page.getByRole('button', { name: 'Load them' }).click()
    await page.getByText('51–100 of 2,000 rows').waitFor()
    expect(await page.getByText('Stopped').count()).toBe(0)
  })

  it.each([
    ['/?table=customers&sort=nmae%3Aasc', 'This cannot be asked', 'Did you mean "name"?'],
    ['/?table=persons', 'There is no such table', 'There are: categories'],
  ])('says what is wrong with %s', async (path, title, text) => {
    const { page } = await open(path)
    const alert = page.getByRole('alert')
    expect(await alert.getByRole('heading').textContent()).toBe(title)
    expect(await alert.textContent()).toContain(text)
    expect(await alert.textContent()).toMatch(/Request [\w-]{36}/)
  })

  it('says that the server is gone, and goes on when it is back', async () => {
    const { page, settle } = await open('/?table=customers')
    await page.route(/\/api\//, (route) => route.abort())
    await page.getByRole('button', { name: 'Next page' }).click()
    const alert = page.getByRole('alert')
    await alert.getByRole('heading', { name: 'The server cannot be reached' }).waitFor()
    await page.unroute(/\/api\//)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await settle()
    await page.getByText('51–100 of 2,000 rows').waitFor()
  })

  it('leads back from past the end, and says that a table is empty', async () => {
    const { page, settle } = await open('/?table=categories&page=9')
    await page.getByText('Page 9 is past the end.').waitFor()
    await page.getByRole('button', { name: 'Go to the last page' }).click()
    await settle()
    expect(page.url()).toBe(`${app.origin}/?table=categories`)
    await page.getByRole('link', { name: 'gift_cards' }).click()
    await page.getByText('This table has no rows.').waitFor()
    expect(await page.getByRole('columnheader').count()).toBeGreaterThan(0)
  })

  it('hides the list of tables on a narrow screen until it is asked for', async () => {
    const { page, settle } = await open('/', { viewport: { width: 390, height: 800 } })
    const list = page.getByRole('navigation', { name: 'Tables' })
    expect(await list.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Tables' }).click()
    await list.getByRole('link', { name: 'products' }).click()
    await settle()
    expect(await list.isVisible()).toBe(false)
    expect(await page.title()).toBe('products · Tables')
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    expect(width).toBe(390)
  })

  it('is light and dark as the system is, or as it is told', async () => {
    const { page } = await open('/', { colorScheme: 'dark' })
    const ground = (): Promise<string> =>
      page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    expect(await ground()).toBe('rgb(20, 22, 26)')
    await page.getByRole('button', { name: /^Colours: system/ }).click()
    expect(await ground()).toBe('rgb(255, 255, 255)')
    await page.reload()
    expect(await ground()).toBe('rgb(255, 255, 255)')
  })
})

function csvField(value: unknown): string {
  const text = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
