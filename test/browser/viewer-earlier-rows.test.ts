/** Rows of an earlier view, which the viewer keeps after an error. */
import { intercept } from './intercept'
import { pageDatabase } from './page-database'
import { testsThatNeed } from '../support/left-out'
import { waitUntil } from '../support/wait-until'
import { viewerFixture, viewerOver } from './viewer-app'

const { describe, it } = testsThatNeed('chromium')

const EARLIER_ROWS = 'The rows below belong to the earlier view.'

describe('the earlier rows of the viewer', () => {
  const { open } = viewerOver(pageDatabase(viewerFixture))

  it('shows that rows are out of date after an error, in colours that can be read', async () => {
    const { page, settle } = await open('/?table=customers', { reducedMotion: 'reduce' })
    const look = (): Promise<string> =>
      page.evaluate(`(() => {
        const { opacity, backgroundColor } = getComputedStyle(document.querySelector('.grid-row:not(.current)'))
        return opacity + ' ' + backgroundColor
      })()`)
    const usual = await look()
    let fail = (): void => undefined
    const failure = new Promise<void>((go) => {
      fail = go
    })
    await intercept(page, /page=2/, async (route) => {
      await failure
      await route.abort()
    })
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.locator('[aria-busy=true].stale').waitFor()
    await waitUntil(async () => (await look()).startsWith('0.5 '))
    expect(await page.getByText(EARLIER_ROWS).count()).toBe(0)
    fail()
    const alert = page.getByRole('alert')
    await alert.getByText(EARLIER_ROWS).waitFor()
    await waitUntil(async () => (await look()).startsWith('1 '))
    expect(await look()).not.toBe(usual)
    const grid = page.getByRole('grid', { description: EARLIER_ROWS })
    expect(await grid.getAttribute('aria-busy')).toBe('false')
    await page.unroute(/page=2/)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await settle()
    expect(await look()).toBe(usual)
    expect(await grid.count()).toBe(0)
  })

  it('says nothing about rows of the current view after an error, and nothing about a search without a response', async () => {
    const { page, settle } = await open('/?table=customers&filter=zzzz')
    await page.getByText('No row has “zzzz” in a text column.').waitFor()
    await intercept(page, /\/query\?/, (route) => route.abort())
    const alert = page.getByRole('alert')
    await page.getByRole('button', { name: 'Load again' }).click()
    await alert.waitFor()
    await settle()
    expect(await alert.textContent()).not.toContain(EARLIER_ROWS)
    await page.getByRole('searchbox', { name: 'Search in' }).fill('a')
    await page.waitForURL(/filter=a$/)
    await settle()
    await alert.waitFor()
    expect(await alert.textContent()).not.toContain(EARLIER_ROWS)
    expect(await page.getByText('No row has').count()).toBe(0)
  })
})
