/** The viewer on small screens, with other colours and font sizes, on paper, and by its palette. */
import { describeOneEngine } from '../support/describe-each-engine'
import { testsThatNeed } from '../support/left-out'
import { viewerFixture, viewerOver } from './viewer-app'

/** What is read from an element of the page; the tests know no types of browsers. */
interface Element {
  readonly scrollWidth: number
  readonly clientWidth: number
}

const { it } = testsThatNeed('chromium')

describeOneEngine('the screens of the viewer', viewerFixture, (t) => {
  const { open } = viewerOver(t)
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
    const colours = async (selector: string): Promise<string> =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('${selector}')).backgroundColor`,
      )
    await cell.click()
    expect(await colours('.grid-cell.active')).not.toBe(await colours('.grid-cell:not(.active)'))
    expect(await colours('.tables a[aria-current]')).not.toBe(
      await colours('.tables a:not([aria-current])'),
    )
  })

  it('prints all rows of the page, and nothing else', async () => {
    const { page } = await open('/?table=customers')
    await page.emulateMedia({ media: 'print' })
    await page.evaluate("dispatchEvent(new Event('beforeprint'))")
    const table = page.getByRole('table')
    expect(await table.locator('tbody tr').count()).toBe(50)
    expect(await page.getByRole('button').count()).toBe(0)
    await page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(await table.count()).toBe(0)
  })

  it('opens a table by the palette', async () => {
    const { page, settle } = await open('/?table=customers')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to a table' }).fill('prdct')
    await page.keyboard.press('Enter')
    await settle()
    expect(page.url()).toContain('table=products')
    await page.keyboard.press(']')
    await settle()
    expect(page.url()).toContain('page=2')
  })

  it('has the language, numbers and dates of the browser', async () => {
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

  it('is in English where the page lacks the texts of the language', async () => {
    const { page } = await open('/?table=customers', { locale: 'fr-FR' })
    await page.getByText('1–50 of 2,000 rows').waitFor()
  })
})
