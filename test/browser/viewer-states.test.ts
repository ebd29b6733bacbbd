/** Downloads, loading, errors and narrow screens of the viewer; viewer-earlier-rows.test.ts has rows after an error. */
import { readFileSync } from 'node:fs'
import { intercept } from './intercept'
import { pageDatabase } from './page-database'
import { testsThatNeed } from '../support/left-out'
import { viewerFixture, viewerOver } from './viewer-app'

const { describe, it } = testsThatNeed('chromium')

const shop = pageDatabase(viewerFixture)

describe('the states of the viewer', () => {
  const viewer = viewerOver(shop)
  const { open } = viewer

  it('downloads all matching rows as CSV', async () => {
    const { page } = await open('/?table=customers&filter=example&sort=id%3Adesc&column=id')
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText(/^[\d,]+ rows downloaded\.$/).waitFor(),
      page.getByRole('button', { name: /^Download all [\d,]+ rows as CSV$/ }).click(),
    ])
    expect(download.suggestedFilename()).toBe('customers.csv')
    const ids: unknown[] = []
    for await (const { data } of viewer.client.pages({
      table: 'customers',
      filter: 'example',
      sort: [{ column: 'id', direction: 'desc' }],
    })) {
      ids.push(...data.map(({ id }) => id))
    }
    expect(ids.length).toBeGreaterThan(1000)
    const text = readFileSync(await download.path(), 'utf8')
    expect(text).toBe(['id', ...ids].map((id) => `${String(id)}\r\n`).join(''))
  })

  it('shows the progress of a download, and cancels it', async () => {
    const { page, settle, requested } = await open('/?table=customers')
    // The second page of the download gets no response.
    await intercept(page, /limit=512/, async (route) => {
      if (!route.request().url().includes('page=1&')) return
      await route.continue()
    })
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: 'Download all 2,000 rows as CSV' }).click()
    await page.getByText('512 of 2,000 rows').waitFor()
    const progress = page.getByRole('progressbar', { name: 'Rows downloaded' })
    expect(await progress.getAttribute('value')).toBe('512')
    const [aborted] = await Promise.all([
      page.waitForEvent('requestfailed'),
      page.getByRole('button', { name: 'Cancel download' }).click(),
    ])
    expect(aborted.url()).toContain('page=2&')
    await progress.waitFor({ state: 'detached' })
    await settle()
    expect(requested.at(-1)).toContain('page=2&')
  })

  it('shows the previous page while the next one loads, and can cancel loading', async () => {
    const { page, column } = await open('/?table=customers')
    await intercept(page, /page=2/, () => undefined)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor()
    expect(await page.getByRole('grid').getAttribute('aria-busy')).toBe('true')
    expect((await column('id'))[0]).toBe('1')
    await page.getByText('Loading takes long …').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Loading was stopped.').waitFor()
    await page.getByRole('status').getByText('The rows below belong to the earlier view.').waitFor()
    expect(await page.getByRole('progressbar', { name: 'Loading' }).count()).toBe(0)
    await page.unroute(/page=2/)
    await page.getByRole('button', { name: 'Load the rows' }).click()
    await page.getByText('51–100 of 2,000 rows').waitFor()
    expect(await page.getByText('Loading was stopped.').count()).toBe(0)
  })

  it.each([
    ['/?table=customers&sort=nmae%3Aasc', 'Invalid request', 'Did you mean "name"?'],
    ['/?table=persons', 'Table not found', 'Available tables: categories'],
  ])('shows the error of %s', async (path, title, text) => {
    const { page } = await open(path)
    const alert = page.getByRole('alert')
    expect(await alert.getByRole('heading').textContent()).toBe(title)
    expect(await alert.textContent()).toContain(text)
    expect(await alert.textContent()).toMatch(/Request [\w-]{36}/)
  })

  it('shows that the server is not reachable, and continues when it is again', async () => {
    const { page, settle } = await open('/?table=customers')
    await intercept(page, /\/api\//, (route) => route.abort())
    await page.getByRole('button', { name: 'Next page' }).click()
    const alert = page.getByRole('alert')
    await alert.getByRole('heading', { name: 'The server is not reachable' }).waitFor()
    await page.unroute(/\/api\//)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await settle()
    await page.getByText('51–100 of 2,000 rows').waitFor()
  })

  it('leads from a page past the end to the last page, and shows that a table is empty', async () => {
    const { page, settle } = await open('/?table=categories&page=9')
    await page.getByText('Page 9 is past the end.').waitFor()
    await page.getByRole('button', { name: 'Go to the last page' }).click()
    await settle()
    expect(page.url()).toBe(`${viewer.app.origin}/?table=categories`)
    await page.getByRole('link', { name: 'gift_cards' }).click()
    await page.getByText('This table has no rows.').waitFor()
    expect(await page.getByRole('columnheader').count()).toBeGreaterThan(0)
  })

  it('hides the list of tables on a narrow screen behind a button', async () => {
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
})

describe('the viewer of a server with a small --max-limit', () => {
  const { open } = viewerOver(shop, { maxLimit: 40 })

  it('learns the largest number of rows per page, and keeps the sort', async () => {
    const { page, column, settle } = await open('/?table=customers&sort=id%3Adesc&page=3')
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByText('81–120 of 2,000 rows').waitFor()
    expect((await column('id'))[0]).toBe('1920')
    expect(page.url()).toContain('sort=id%3Adesc&limit=40&page=3')
    const sizes = page.getByRole('combobox', { name: 'Rows per page' })
    expect(await sizes.getByRole('option').allTextContents()).toEqual(['10', '25', '40'])
    await page.getByRole('link', { name: 'products' }).click()
    await settle()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(page.url()).toContain('table=products&limit=40')
  })
})
