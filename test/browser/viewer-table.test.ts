/** Sorting, search, columns, pages and keys of the viewer. @long */
import { pageDatabase } from './page-database'
import { testsThatNeed } from '../support/left-out'
import { viewerFixture, viewerOver } from './viewer-app'

const { describe, it } = testsThatNeed('chromium')

describe('the table of the viewer', () => {
  const viewer = viewerOver(pageDatabase(viewerFixture))
  const { open } = viewer

  it('sorts on a click, and by several columns on Shift and click', async () => {
    const { page, header, column, settle } = await open('/?table=customers')
    await header('name').click()
    await settle()
    expect(await header('name').getAttribute('aria-sort')).toBe('ascending')
    const ascending = [{ column: 'name', direction: 'asc' }] as const
    const first = await viewer.names({ table: 'customers', sort: ascending, limit: 15 })
    expect((await column('name')).slice(0, 15)).toEqual(first)
    await header('name').click()
    await settle()
    expect(await header('name').getAttribute('aria-sort')).toBe('descending')
    await header('active').click()
    await header('name').click({ modifiers: ['Shift'] })
    await settle()
    expect(page.url()).toContain('sort=active%3Aasc&sort=name%3Aasc')
    expect(await header('name').locator('.arrow').textContent()).toBe('2')
    const both = [{ column: 'active', direction: 'asc' }, ...ascending] as const
    const firstByBoth = await viewer.names({ table: 'customers', sort: both, limit: 15 })
    expect((await column('name')).slice(0, 15)).toEqual(firstByBoth)
  })

  it('searches the selected columns when typing pauses', async () => {
    const { page, column, settle, requested } = await open('/?table=customers')
    requested.length = 0
    await page.getByRole('searchbox', { name: 'Search in customers' }).pressSequentially('STRAẞE')
    await page.waitForURL(/filter=/)
    await settle()
    expect(requested).toHaveLength(1)
    const found = await viewer.names({ table: 'customers', filter: 'straße', limit: 15 })
    expect((await column('name')).slice(0, 15)).toEqual(found)
    await page.getByRole('button', { name: 'in all texts' }).click()
    await page.getByRole('checkbox', { name: 'email' }).check()
    await settle()
    expect(page.url()).toContain('filterColumn=email')
    expect(await page.locator('.message').textContent()).toContain('No row has “STRAẞE” in email.')
    await page.locator('.message').getByRole('button', { name: 'Clear the search' }).click()
    await settle()
    expect(page.url()).toBe(`${viewer.app.origin}/?table=customers`)
    await page.keyboard.press('/')
    await page.keyboard.type('zoë')
    await page.waitForURL(/filter=zo%C3%AB/)
  })

  it('renders little more than the visible rows', async () => {
    const { page } = await open('/?table=customers&limit=1000')
    await page.getByText('1–1,000 of 2,000 rows').waitFor()
    const cells = await page.getByRole('gridcell').count()
    expect(cells).toBeGreaterThan(20)
    expect(cells).toBeLessThan(1000)
  })

  it('shows the selected columns in the selected order', async () => {
    const { page, headers, column, settle } = await open('/?table=customers')
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    for (const name of ['born', 'active', 'credit', 'joined', 'notes']) {
      await page.getByRole('checkbox', { name }).uncheck()
    }
    await page.getByRole('button', { name: 'Move email to the left' }).click()
    await page.keyboard.press('Escape')
    await settle()
    expect(await headers()).toEqual(['id', 'email', 'name'])
    expect(page.url()).toContain('column=id&column=email&column=name')
    await page.getByRole('button', { name: 'Columns 3/8' }).click()
    const [email, name] = [
      page.locator('li', { hasText: 'email' }),
      page.locator('li', { hasText: 'name' }),
    ]
    await name.dragTo(email)
    await page.getByRole('checkbox', { name: 'credit' }).check()
    await page.keyboard.press('Escape')
    await page.reload()
    await settle()
    expect(await headers()).toEqual(['id', 'name', 'email', 'credit'])
    expect((await column('name'))[0]).toBe(
      (await viewer.names({ table: 'customers', limit: 1 }))[0],
    )
    await page.getByRole('button', { name: 'Columns 4/8' }).click()
    await page.getByRole('button', { name: 'Show all in table order' }).click()
    await page.keyboard.press('Escape')
    await settle()
    expect(await headers()).toHaveLength(8)
  })

  it('changes pages, and goes back with the back button', async () => {
    const { page, column, settle } = await open('/?table=customers')
    const status = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
    const steps: readonly (readonly [string, string])[] = [
      ['Next page', '51–100 of 2,000 rows'],
      ['Last page', '1,951–2,000 of 2,000 rows'],
      ['Previous page', '1,901–1,950 of 2,000 rows'],
      ['First page', '1–50 of 2,000 rows'],
    ]
    for (const [label, range] of steps) {
      await page.getByRole('button', { name: label }).click()
      await settle()
      expect(await status.textContent()).toBe(range)
    }
    await page.getByRole('textbox', { name: 'Page, of 40' }).fill('7')
    await page.keyboard.press('Enter')
    await settle()
    expect((await column('id'))[0]).toBe('301')
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('10')
    await settle()
    expect(await status.textContent()).toBe('301–310 of 2,000 rows')
    expect(page.url()).toContain('limit=10&page=31')
    for (const range of ['301–350', '1–50', '1,901–1,950']) {
      await page.goBack()
      await settle()
      expect(await status.textContent()).toBe(`${range} of 2,000 rows`)
    }
    await page.goForward()
    await settle()
    expect(await status.textContent()).toBe('1–50 of 2,000 rows')
  })

  it('works with the keyboard alone', async () => {
    const { page, header, settle } = await open('/?table=customers')
    const grid = page.getByRole('grid', { name: 'Rows of customers' })
    await grid.focus()
    // The grid renders a scrolled cell one frame later.
    const activeCell = async (): Promise<string | null> => {
      await settle()
      await page.locator('[role=grid][aria-activedescendant]').waitFor()
      return grid.getAttribute('aria-activedescendant')
    }
    const active = async (): Promise<string | null> =>
      page.locator(`[id="${await activeCell()}"]`).textContent()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await settle()
    expect(await header('name').getAttribute('aria-sort')).toBe('ascending')
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Shift+Enter')
    await settle()
    expect(page.url()).toContain('sort=name%3Aasc&sort=id%3Aasc')
    await page.keyboard.press('ArrowRight')
    const [first, second] = await viewer.names({
      table: 'customers',
      sort: [{ column: 'name', direction: 'asc' }],
      limit: 2,
    })
    await page.keyboard.press('ArrowDown')
    expect(await active()).toBe(first)
    await page.keyboard.press('ArrowDown')
    expect(await active()).toBe(second)
    await page.keyboard.press('Control+End')
    expect(await activeCell()).toBe('cell-49-7')
    await page.keyboard.press('PageUp')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary', { name: /^Row \d+$/ })
    await panel.waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowUp')
    expect(await activeCell()).toMatch(/^cell-\d+-0$/)
  })
})
