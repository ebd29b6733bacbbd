/** The viewer in small windows, on narrow screens, and with a large font. @long */
import type { Locator } from 'playwright-core'
import { openBrowser } from '../support/browser'
import { intercept } from './intercept'
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

describe('the screens of the viewer', () => {
  const viewer = viewerOver(pageDatabase(viewerFixture))
  const { open } = viewer
  const narrow = { viewport: { width: 390, height: 800 } }

  it.each([320, 390, 800])(
    'fits into a window of %d pixels, which does not scroll',
    async (width) => {
      const { page } = await open('/?table=customers', { viewport: { width, height: 640 } })
      const size = 'const { scrollWidth, scrollHeight } = document.documentElement;'
      expect(
        await page.evaluate(`(() => { ${size} return [scrollWidth, scrollHeight] })()`),
      ).toEqual([width, 640])
    },
  )

  it('keeps the rows usable in a small window, and covers nothing with them', async () => {
    const { page, settle } = await open(
      '/?table=customers&sort=name%3Aasc&sort=email%3Adesc&column=id&column=name&column=email',
      { viewport: { width: 320, height: 256 } },
    )
    await intercept(page, /\/query\?/, (route) => route.abort())
    await page.keyboard.press(']')
    await page.getByRole('alert').waitFor()
    await settle()
    const bottoms: number[] = []
    for (const part of ['.head', '.chips', '.bar', '.grid', '.foot']) {
      const box = await page.locator(part).boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual(bottoms.at(-1) ?? 0)
      bottoms.push((box?.y ?? 0) + (box?.height ?? 0))
    }
    expect((await page.getByRole('grid').boundingBox())?.height).toBeGreaterThan(120)
    await page.getByRole('grid').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary', { name: 'Row 1' })
    expect((await panel.boundingBox())?.height).toBeGreaterThan(120)
    await page.getByRole('combobox', { name: 'Rows per page' }).focus()
    const foot = await page.getByRole('combobox', { name: 'Rows per page' }).boundingBox()
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(256)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  })

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
})
