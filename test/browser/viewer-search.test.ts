/** Details of the search field of the viewer; viewer-table.test.ts has the search itself. */
import { intercept } from './intercept'
import { pageDatabase } from './page-database'
import { testsThatNeed } from '../support/left-out'
import { viewerFixture, viewerOver } from './viewer-app'

const { describe, it } = testsThatNeed('chromium')

const shop = pageDatabase(viewerFixture)

/** Longer than the pause after which the page searches. */
const PAUSE = 'new Promise((end) => setTimeout(end, 600))'

describe('the search of the viewer', () => {
  const viewer = viewerOver(shop)
  const { open } = viewer

  it('waits for the end of a composition of an input method', async () => {
    const { page, context, settle, requested } = await open('/?table=customers')
    requested.length = 0
    await page.getByRole('searchbox', { name: 'Search in customers' }).focus()
    const session = await context.newCDPSession(page)
    const compose = { selectionStart: 1, selectionEnd: 1 }
    await session.send('Input.imeSetComposition', { text: '\u306b', ...compose })
    await page.evaluate(PAUSE)
    expect(requested).toEqual([])
    await session.send('Input.insertText', { text: '\u65e5' })
    await page.waitForURL(/filter=%E6%97%A5/)
    await settle()
    expect(requested).toHaveLength(1)
  })

  it('does not open a table with the Enter that ends a composition', async () => {
    const { page } = await open('/?table=customers')
    const finder = page.getByRole('searchbox', { name: 'Find a table' })
    await finder.fill('prod')
    const enter = { key: 'Enter', bubbles: true, isComposing: true }
    await finder.dispatchEvent('keydown', enter)
    expect(page.url()).toContain('table=customers')
    await finder.press('Enter')
    await page.waitForURL(/table=products/)
  })

  it('offers a search without the blanks around the text', async () => {
    const { page, settle } = await open('/?table=customers&filter=%20example%20')
    await page.getByText('No row has').waitFor()
    await page.getByRole('button', { name: 'Search without the blanks at the ends' }).click()
    await settle()
    expect(page.url()).toContain('filter=example')
    expect(await page.getByRole('gridcell').count()).toBeGreaterThan(0)
  })

  it('exports no rows of the search before', async () => {
    const { page } = await open('/?table=customers')
    await intercept(page, /filter=exa/, () => undefined)
    await page.getByRole('searchbox', { name: 'Search in customers' }).fill('exa')
    await page.waitForURL(/filter=exa/)
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: 'Copy as curl' }).waitFor()
    expect(await page.getByRole('button', { name: /Download all|this page/ }).count()).toBe(0)
  })

  it('has a button that clears the field', async () => {
    const { page, settle } = await open('/?table=customers&filter=example')
    await page.getByRole('search').getByRole('button', { name: 'Clear the search' }).click()
    await settle()
    expect(page.url()).not.toContain('filter')
    const field = page.getByRole('searchbox', { name: 'Search in customers' })
    expect(await field.and(page.locator(':focus')).count()).toBe(1)
  })
})

describe('the search of the viewer during a download', () => {
  // One row for each request, so that the download takes long and reports its progress often.
  const { open } = viewerOver(shop, { maxLimit: 1 })

  it('is sent', async () => {
    const { page } = await open('/?table=customers')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: /^Download all/ }).click()
    const progress = page.getByRole('progressbar', { name: 'Rows downloaded' })
    await progress.waitFor()
    await page.getByRole('searchbox', { name: 'Search in customers' }).fill('a')
    await page.waitForURL(/filter=a/)
    expect(await progress.count()).toBe(1)
    await page.getByRole('button', { name: 'Cancel download' }).click()
  })
})
