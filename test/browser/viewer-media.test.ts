/** The viewer in light, dark and forced colours, and on paper. */
import type { Page } from 'playwright-core'
import { intercept } from './intercept'
import { pageDatabase } from './page-database'
import { testsThatNeed } from '../support/left-out'
import { viewerFixture, viewerOver } from './viewer-app'

const { describe, it } = testsThatNeed('chromium')

const colourOf = (page: Page, selector: string): Promise<string> =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`)

describe('the media of the viewer', () => {
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

  it('shows the active cell and the current table in forced colours', async () => {
    const { page } = await open('/?table=customers', { forcedColors: 'active' })
    const cell = page.locator('[data-column=name]').first()
    await cell.click()
    for (const [marked, other] of [
      ['.grid-cell.active', '.grid-cell:not(.active)'],
      ['.tables a[aria-current]', '.tables a:not([aria-current])'],
    ] as const)
      expect(await colourOf(page, marked)).not.toBe(await colourOf(page, other))
  })

  it('shows the loading indicator in forced colours', async () => {
    const { page } = await open('/?table=customers', { forcedColors: 'active' })
    await intercept(page, /\/query/, () => undefined)
    await page.keyboard.press(']')
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor()
    expect(await colourOf(page, '[role=progressbar]')).not.toBe(await colourOf(page, 'body'))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('prints all rows of the page, and nothing else', async () => {
    const { page } = await open('/?table=customers')
    const paper = (await page.pdf({ tagged: true })).toString('latin1')
    const parts = (tag: string): number => paper.split(`/S /${tag}\n`).length - 1
    const columns = await page.locator('[role=columnheader]').count()
    expect([parts('TR'), parts('TH'), parts('TD')]).toEqual([51, columns, 50 * columns])
    expect([parts('Caption'), parts('Link'), parts('Form')]).toEqual([1, 0, 0])
    expect(await page.getByRole('table').count()).toBe(0)
  })

  it('prints an empty table, without an open dialog', async () => {
    const { page } = await open('/?table=gift_cards')
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.evaluate('dispatchEvent(new Event("beforeprint"))')
    expect(await page.locator('caption').textContent()).toBe('gift_cards · 0 rows')
    expect(await dialog.isVisible()).toBe(false)
  })
})
