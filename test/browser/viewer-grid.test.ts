/** Widths, selection and copies in the grid of the viewer; details of them are in viewer-grid.stress.ts. */
import { pageDatabase } from './page-database'
import { effort } from '../support/effort'
import { testsThatNeed } from '../support/left-out'
import { viewerFixture, viewerOver } from './viewer-app'

const { describe, it } = testsThatNeed('chromium')

describe('the grid of the viewer', () => {
  const viewer = viewerOver(pageDatabase(viewerFixture))
  const { open } = viewer

  it.each(effort([4], [-4, 4]))(
    'widens a column from %d pixels beside its line, and keeps it',
    async (side) => {
      const { page, header, settle } = await open('/?table=customers')
      const box = async (): Promise<{ x: number; y: number; width: number }> =>
        (await header('name').boundingBox()) ?? { x: 0, y: 0, width: 0 }
      const before = await box()
      const start = before.x + before.width + side
      await page.mouse.move(start, before.y + 10)
      await page.mouse.down()
      await page.mouse.move(start + 60, before.y + 10, { steps: 5 })
      await page.mouse.up()
      await settle()
      expect((await box()).width).toBe(before.width + 60)
      expect(await header('name').getAttribute('aria-sort')).toBe('none')
      const cell = await page.locator('[data-column=name]').first().boundingBox()
      expect(cell?.width).toBe(before.width + 60)
      await page.reload()
      await settle()
      expect((await box()).width).toBe(before.width + 60)
      await page.mouse.dblclick(before.x + before.width + 60 + side, before.y + 10)
      await settle()
      expect((await box()).width).toBe(before.width)
    },
  )

  it('copies the cell of the cursor, and a range as tab-separated values', async () => {
    const { page } = await open('/?table=customers')
    const { data } = await viewer.client.query({ table: 'customers', limit: 2 })
    const copied = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()')
    await page.locator('[data-column=name]').first().click()
    await page.keyboard.press('Control+c')
    expect(await copied()).toBe(data[0]?.['name'])
    await page.locator('[data-column=id]').first().click()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('4 cells selected').waitFor()
    await page.keyboard.press('Control+c')
    expect((await copied()).split(/[\t\n]/)).toEqual(
      data.flatMap(({ id, name }) => [`${Number(id)}`, name]),
    )
  })

  it('selects by dragging, and shows the sum of numbers', async () => {
    const { page } = await open('/?table=customers')
    await page.locator('[data-column=id]').first().hover()
    await page.mouse.down()
    await page.locator('[data-column=id]').nth(3).hover()
    await page.mouse.up()
    const figures = page.locator('.figures')
    expect(await figures.textContent()).toBe('4 cells selectedSum 10Average 2.5Smallest 1Largest 4')
  })

  it('sorts by several columns and hides one by the menu of a column', async () => {
    const { page, header, headers, settle } = await open('/?table=customers&sort=active%3Aasc')
    await header('name').click({ button: 'right' })
    await page.getByRole('button', { name: 'Add to the sort order, descending' }).click()
    await settle()
    expect(page.url()).toContain('sort=active%3Aasc&sort=name%3Adesc')
    await page.keyboard.press('Alt+ArrowDown')
    const menu = page.getByRole('dialog')
    expect(await menu.textContent()).toContain('Of the 50 loaded rows')
    await menu.getByRole('button', { name: 'Hide' }).click()
    await settle()
    expect(await headers()).toHaveLength(7)
  })
})
