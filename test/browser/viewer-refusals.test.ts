/** The viewer in browsers and behind servers that refuse something; viewer-states.test.ts has the usual errors. @long */
import type { BrowserContext } from 'playwright-core'
import { intercept } from './intercept'
import { pageDatabase } from './page-database'
import { testsThatNeed } from '../support/left-out'
import { waitUntil } from '../support/wait-until'
import { viewerFixture, viewerOver } from './viewer-app'

const { describe, it } = testsThatNeed('chromium')

const shop = pageDatabase(viewerFixture)

/** As in a browser whose settings block all data of sites. */
const blockStorage = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(`
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => { throw new DOMException('Access is denied for this document.', 'SecurityError') },
      })
    }`)

describe('the viewer, when something refuses,', () => {
  const { open } = viewerOver(shop)

  it('works where storage is blocked', async () => {
    const { page, column } = await open('/?table=customers', { prepare: blockStorage })
    expect(await column('id')).toContain('1')
    await page.getByRole('button', { name: /^Colours: system/ }).click()
    await page.getByRole('button', { name: /^Colours: light/ }).waitFor()
  })

  it('shows a message instead of a blank page after an exception', async () => {
    const { page, expectComplaint } = await open('/?table=categories')
    expectComplaint('TypeError')
    // Until the page is loaded again, a function of the language fails.
    await page.evaluate(`Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get: () => { throw new TypeError('broken') },
    })`)
    await page.getByRole('link', { name: 'customers' }).click()
    await page.getByRole('alert').getByText('An error has stopped this page').waitFor()
    await page.getByRole('button', { name: 'Load the page again' }).click()
    await page.getByText('1–50 of 2,000 rows').waitFor()
  })

  it('shows the rows of a table although the list of tables cannot be read', async () => {
    const { page, settle, column } = await open('/?table=categories')
    await intercept(page, /\/tables$/, (route) => route.fulfill({ status: 503, body: '' }))
    await page.reload()
    await settle()
    expect(await column('id')).toContain('1')
    const message = page.getByRole('status').filter({ hasText: 'Server error' })
    await message.waitFor()
    await page.unroute(/\/tables$/)
    await message.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'customers' }).waitFor()
    expect(await message.count()).toBe(0)
  })

  it('shows the rows of a table whose columns cannot be read', async () => {
    const { page, settle, headers, column } = await open('/?table=categories')
    await intercept(page, /\/tables\/customers$/, (route) =>
      route.fulfill({ status: 503, body: '' }),
    )
    await page.getByRole('link', { name: 'customers' }).click()
    const alert = page.getByRole('alert')
    await alert.getByRole('heading', { name: 'Server error' }).waitFor()
    await settle()
    expect(await headers()).toContain('email')
    expect((await column('id'))[0]).toBe('1')
    await page.unroute(/\/tables\/customers$/)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await settle()
    expect(await alert.count()).toBe(0)
    expect(await headers()).toHaveLength(8)
  })

  it('sends requests while the browser is offline, for servers on the same machine', async () => {
    const { page } = await open('/?table=customers')
    await page.evaluate("dispatchEvent(new Event('offline'))")
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('51–100 of 2,000 rows').waitFor()
  })

  it('stays when the code of a dialog cannot be loaded, and loads it later', async () => {
    const { page } = await open('/?table=customers')
    const assets = /assets\/.*\.js$/
    for (const [key, name] of [
      ['Control+k', 'Open a table, sort by a column, or run an action'],
      ['?', 'Keyboard shortcuts'],
    ] as const) {
      await intercept(page, assets, (route) => route.abort())
      const failure = page.waitForEvent('requestfailed')
      await page.keyboard.press(key)
      await failure
      await page
        .getByRole('status')
        .getByText('This part of the page could not be loaded. Please load the page again.')
        .waitFor()
      await page.unroute(assets)
      await page.keyboard.press(key)
      await page.getByRole('dialog', { name }).waitFor()
      await page.keyboard.press('Escape')
    }
    await page.getByText('1–50 of 2,000 rows').waitFor()
  })

  it('shows a notice for its whole time again when the same one follows it', async () => {
    const { page } = await open('/?table=customers', {
      prepare: (context) => context.clock.install({ time: 0 }),
    })
    // Stands still from now on, however long the rest takes.
    await page.clock.pauseAt(600_000)
    await intercept(page, /assets\/.*\.js$/, (route) => route.abort())
    const notice = page
      .getByRole('status')
      .getByText('This part of the page could not be loaded. Please load the page again.')
    for (let time = 0; time < 2; time++) {
      const request = page.waitForEvent('requestfailed')
      await page.keyboard.press('?')
      await request
      await notice.waitFor()
      await page.clock.runFor(2000)
    }
    expect(await notice.isVisible()).toBe(true)
    await page.clock.runFor(2000)
    expect(await notice.isVisible()).toBe(false)
  })

  it('shares the choices of the user with other tabs, and keeps theirs', async () => {
    const { page, context } = await open('/?table=customers')
    const other = await context.newPage()
    await other.goto(page.url())
    const pinned = (tab: typeof page) =>
      tab.evaluate(
        "JSON.parse(Object.entries(localStorage).find(([key]) => key.startsWith('tablequery-tables '))[1]).pinned",
      )
    for (const [tab, table] of [
      [page, 'customers'],
      [other, 'products'],
      [page, 'categories'],
    ] as const) {
      await tab.getByRole('button', { name: `Pin ${table}`, exact: true }).click()
    }
    await waitUntil(
      async () => JSON.stringify(await pinned(other)) === '["customers","products","categories"]',
    )
    await other.getByRole('button', { name: 'Unpin categories', exact: true }).first().waitFor()
    await other.close()
  })

  it('ignores keys of the page behind a dialog', async () => {
    const { page } = await open('/?table=customers')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press(']')
    await page.keyboard.press('Escape')
    await page.keyboard.press(']')
    await page.getByText('51–100 of 2,000 rows').waitFor()
    expect(new URL(page.url()).searchParams.get('page')).toBe('2')
  })

  it('reports that the device is offline if that is why the server is not reachable', async () => {
    const { page, context } = await open('/?table=customers')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByRole('alert').getByText('This device is offline').waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('51–100 of 2,000 rows').waitFor()
  })

  it('has the stored theme from the first paint on', async () => {
    const { page } = await open('/', { colorScheme: 'dark' })
    await page.getByRole('button', { name: /^Colours: system/ }).click()
    // The page's module never arrives.
    await intercept(page, /assets\/.*\.js$/, () => undefined)
    await page.reload({ waitUntil: 'commit' })
    await page.locator('html[data-theme=light]').waitFor({ state: 'attached' })
    // The style sheet may arrive later; nothing is painted before. Playwright's `waitForFunction` calls
    // `eval` in the page when it has to wait, which the page's policy refuses.
    await waitUntil(() => page.evaluate('getComputedStyle(document.body).colorScheme === "light"'))
  })

  it('keeps rows, pages and export while an error is shown, and announces it once', async () => {
    const { page, column, settle } = await open('/?table=customers&sort=id%3Adesc')
    await intercept(page, /\/api\//, (route) => route.abort())
    await page.getByRole('button', { name: 'Next page' }).click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect((await column('id'))[0]).toBe('2000')
    expect(await page.getByRole('button', { name: 'Export' }).isEnabled()).toBe(true)
    expect((await alert.textContent())?.match(/not reachable/g)).toHaveLength(1)
    await page.unroute(/\/api\//)
    await page.getByRole('button', { name: 'Previous page' }).click()
    await settle()
    expect(await alert.count()).toBe(0)
  })
})

describe('the viewer of rows that are large', () => {
  const { open } = viewerOver(shop, { maxResponseBytes: 4096 })

  it('shows fewer of them on a page', async () => {
    const { page, column, settle } = await open('/?table=customers&sort=id%3Adesc&page=3')
    await page.getByText(/^[\d,–]+ of 2,000 rows$/).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await column('id')).toContain('1900')
    const limit = Number(new URL(page.url()).searchParams.get('limit'))
    expect(limit).toBeGreaterThan(1)
    expect(limit).toBeLessThan(50)
    await page.getByRole('link', { name: 'categories' }).click()
    await settle()
    expect(new URL(page.url()).searchParams.get('limit')).toBeNull()
  })
})
