/**
 * The viewer on small screens, with other colours and font sizes, on paper, and in other languages; see also
 * viewer-screens.test.ts.
 */
import type { Locator, Page } from 'playwright-core'
import { openBrowser } from '../support/browser'
import { pageDatabase } from './page-database'
import { testsThatNeed } from '../support/left-out'
import { viewerFixture, viewerOver } from './viewer-app'
import { openViewer, type ViewerPage } from './viewer-page'

/** The properties of elements that the tests read: their TypeScript project has no DOM types. */
interface Element {
  readonly scrollWidth: number
  readonly clientWidth: number
  readonly getBoundingClientRect: () => { readonly height: number }
}

const { describe, it } = testsThatNeed('chromium')

const colourOf = (page: Page, selector: string): Promise<string> =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`)

describe('the screens of the viewer', () => {
  const viewer = viewerOver(pageDatabase(viewerFixture))
  const { open } = viewer
  const narrow = { viewport: { width: 390, height: 800 } }

  it.each(['Columns', 'Display', 'Export'])('shows all of %s on a narrow screen', async (name) => {
    const { page, settle } = await open('/?table=customers', narrow)
    await page.getByRole('button', { name, exact: true }).click()
    await settle()
    const box = await page.getByRole('dialog').boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  })

  it('closes the list of tables on a narrow screen by Escape', async () => {
    const { page } = await open('/?table=customers', narrow)
    await page.getByRole('button', { name: 'Tables' }).click()
    const list = page.getByRole('navigation', { name: 'Tables' })
    await list.waitFor()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
  })

  it('shows the active cell above the panel of its row on a narrow screen', async () => {
    const { page, settle } = await open('/?table=customers', narrow)
    await page.getByRole('grid').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowDown')
    await settle()
    const bottomOf = async (part: Locator): Promise<number> => {
      const box = await part.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
    const [cell, grid] = [page.locator('.grid-cell.active'), page.getByRole('grid')]
    const panel = page.getByRole('complementary')
    expect(await bottomOf(cell)).toBeLessThanOrEqual(await bottomOf(grid))
    const box = await panel.boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(await bottomOf(grid))
    expect(box?.height).toBeGreaterThan(200)
    expect(await bottomOf(panel)).toBeLessThanOrEqual(
      (await page.locator('.foot').boundingBox())?.y ?? 0,
    )
    await page.keyboard.press('Escape')
    await page.locator('[data-column=name]').nth(14).dblclick()
    await panel.waitFor()
    await settle()
    expect(await bottomOf(cell)).toBeLessThanOrEqual(await bottomOf(grid))
  })

  it.each([320, 800, 1024])('does not scroll sideways at %d pixels', async (width) => {
    const { page } = await open('/?table=customers&sort=name%3Aasc', {
      viewport: { width, height: 640 },
    })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    const search = await page.getByRole('searchbox', { name: 'Search in' }).boundingBox()
    expect(search?.width).toBeGreaterThan(100)
  })

  it.each([320, 390, 700, 1024, 1200])(
    'cuts no fact, and keeps its lines, at %d',
    async (width) => {
      const { page } = await open('/?table=customers&page=39', { viewport: { width, height: 640 } })
      const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('.whole-parts > *')]
      .filter((part) => {
        const [own, line] = [part, part.parentElement].map((one) => one.getBoundingClientRect())
        const isHidden = own.top >= line.bottom - 1
        return !isHidden && own.right > line.right + 0.5
      })
      .map(({ textContent }) => textContent)`)
      expect(cut).toEqual([])
      expect((await page.locator('.foot').boundingBox())?.height).toBeLessThan(40)
      const name = page.getByRole('heading', { name: 'customers' })
      expect(await name.evaluate((one: Element) => one.scrollWidth - one.clientWidth)).toBe(0)
      await page.getByText('1,901–1,950').waitFor()
    },
  )

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

  it('grows with the font size of the browser', async () => {
    const browser = await openBrowser({ args: ['--blink-settings=defaultFontSize=32'] })
    try {
      const usual = await open('/?table=customers')
      const large = await openViewer(browser, `${viewer.app.origin}/?table=customers`)
      const heightIn = ({ page }: ViewerPage, part: string): Promise<number> =>
        page
          .locator(part)
          .first()
          .evaluate((one: Element) => one.getBoundingClientRect().height)
      for (const part of ['.grid-cell', '.grid-header', '.foot', 'button.primary', '.rows .icon']) {
        await Promise.all(
          [usual, large].map(({ page }) => page.locator('.grid-header').first().hover()),
        )
        const ratio = (await heightIn(large, part)) / (await heightIn(usual, part))
        expect([part, Math.round(ratio * 10)]).toEqual([part, 20])
      }
      expect(await large.page.evaluate('document.documentElement.scrollWidth')).toBe(1280)
      expect(large.complaints()).toEqual([])
    } finally {
      await browser.close()
    }
  })

  it('shows the loading indicator in forced colours', async () => {
    const { page } = await open('/?table=customers', { forcedColors: 'active' })
    await page.route(/\/query/, () => undefined)
    await page.keyboard.press(']')
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor()
    expect(await colourOf(page, '[role=progressbar]')).not.toBe(await colourOf(page, 'body'))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
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

  it('names the form of numbers by an example of the region', async () => {
    const { page } = await open('/?table=customers', { locale: 'de-CH' })
    await page.getByRole('button', { name: 'Anzeige' }).click()
    await page.getByRole('radio', { name: `${(1234.5).toLocaleString('de-CH')} (mit` }).waitFor()
  })

  it('is in English if the page lacks the texts of the language', async () => {
    const { page } = await open('/?table=customers', { locale: 'fr-FR' })
    await page.getByText('1–50 of 2,000 rows').waitFor()
  })
})
