/** Rows of an earlier view after an error, and the theme; the other states are in viewer-states.test.ts. */
import { pageDatabase } from './page-database'
import { testsThatNeed } from '../support/left-out'
import { waitUntil } from '../support/wait-until'
import { viewerFixture, viewerOver } from './viewer-app'

const { describe, it } = testsThatNeed('chromium')

const EARLIER_ROWS = 'The rows below belong to the earlier view.'

describe('the viewer', () => {
  const { open } = viewerOver(pageDatabase(viewerFixture))

  it('follows the theme of the system, or the selected one', async () => {
    const { page } = await open('/', { colorScheme: 'dark' })
    const background = (): Promise<string> =>
      page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    expect(await background()).toBe('rgb(19, 21, 25)')
    await page.getByRole('button', { name: /^Colours: system/ }).click()
    expect(await background()).toBe('rgb(255, 255, 255)')
    await page.reload()
    expect(await background()).toBe('rgb(255, 255, 255)')
  })

  it('has the selected theme in all tabs', async () => {
    const { page, context } = await open('/', { colorScheme: 'light' })
    const other = await context.newPage()
    await other.goto(page.url())
    await page.getByRole('button', { name: /^Colours: system/ }).click()
    await page.getByRole('button', { name: /^Colours: light/ }).click()
    await other.getByRole('button', { name: /^Colours: dark/ }).waitFor()
    expect(await other.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
      'rgb(19, 21, 25)',
    )
  })

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
    await page.route(/page=2/, async (route) => {
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
    await page.route(/\/query\?/, (route) => route.abort())
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
