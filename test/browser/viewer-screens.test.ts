/**
 * The viewer in small windows, on paper, in another language, and by its palette; viewer-screens.stress.ts has
 * details.
 */
import { pageDatabase } from './page-database'
import { effort } from '../support/effort'
import { testsThatNeed } from '../support/left-out'
import { viewerFixture, viewerOver } from './viewer-app'

const { describe, it } = testsThatNeed('chromium')

describe('the screens of the viewer', () => {
  const { open } = viewerOver(pageDatabase(viewerFixture))

  it.each(effort([390], [320, 390, 800]))(
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
    await page.route(/\/query\?/, (route) => route.abort())
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

  it('prints all rows of the page, and nothing else', async () => {
    const { page } = await open('/?table=customers')
    const paper = (await page.pdf({ tagged: true })).toString('latin1')
    const parts = (tag: string): number => paper.split(`/S /${tag}\n`).length - 1
    const columns = await page.locator('[role=columnheader]').count()
    expect([parts('TR'), parts('TH'), parts('TD')]).toEqual([51, columns, 50 * columns])
    expect([parts('Caption'), parts('Link'), parts('Form')]).toEqual([1, 0, 0])
    expect(await page.getByRole('table').count()).toBe(0)
  })

  it('opens a table by the palette', async () => {
    const { page, settle } = await open('/?table=customers')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Open a table' }).fill('prdct')
    await page.keyboard.press('Enter')
    await settle()
    expect(page.url()).toContain('table=products')
    await page.keyboard.press(']')
    await settle()
    expect(page.url()).toContain('page=2')
  })

  it('uses the language of the browser, and its forms of numbers and dates', async () => {
    const { page } = await open('/?table=customers&column=id&column=credit', { locale: 'de-DE' })
    await page.getByText('1–50 von 2.000 Zeilen').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    const credit = page.locator('[data-column=credit]').filter({ hasText: /\d/ }).first()
    const exact = Number(await credit.getAttribute('title'))
    expect(await credit.textContent()).toBe(
      exact.toLocaleString('de', { maximumFractionDigits: 2 }),
    )
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Tastenkürzel' }).waitFor()
  })
})
