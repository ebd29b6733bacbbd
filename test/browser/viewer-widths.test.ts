/** Widths of columns in the grid of the viewer: by pointer, touch, keys and menu. */
import { pageDatabase } from './page-database'
import { testsThatNeed } from '../support/left-out'
import { viewerFixture, viewerOver } from './viewer-app'

const { describe, it } = testsThatNeed('chromium')

describe('the widths of columns in the viewer', () => {
  const { open } = viewerOver(pageDatabase(viewerFixture))

  it.each([-4, 4])('widens a column from %d pixels beside its line, and keeps it', async (side) => {
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
  })

  it('stops widening a column when the system cancels the touch', async () => {
    const { page, context, header } = await open('/?table=customers', { hasTouch: true })
    const width = async (): Promise<number> => (await header('name').boundingBox())?.width ?? 0
    const box = await header('name').boundingBox()
    const [x, y, before] = [(box?.x ?? 0) + (box?.width ?? 0), (box?.y ?? 0) + 10, await width()]
    const session = await context.newCDPSession(page)
    const touch = async (
      type: string,
      ...touchPoints: { x: number; y: number }[]
    ): Promise<void> => {
      await session.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints })
    }
    await touch('touchStart', { x, y })
    await touch('touchMove', { x: x + 40, y })
    expect(await width()).toBe(before + 40)
    await touch('touchCancel')
    await page.mouse.move(x + 42, y)
    await page.mouse.move(x + 44, y)
    expect(await width()).toBe(before + 40)
  })

  it('fits a column by its menu, also after the user has set its width', async () => {
    const { page, header, settle } = await open('/?table=customers')
    const width = async (): Promise<number> => (await header('name').boundingBox())?.width ?? 0
    const fit = async (): Promise<number> => {
      await page.keyboard.press('Alt+ArrowDown')
      await page.getByRole('button', { name: 'Fit the width to the values' }).click()
      await settle()
      return width()
    }
    await page.locator('[data-column=name]').first().click()
    const fitted = await fit()
    for (const key of ['ArrowLeft', 'ArrowRight']) {
      for (let step = 0; step < 3; step++) await page.keyboard.press(`Alt+Shift+${key}`)
      expect(await fit()).toBe(fitted)
    }
    await page.keyboard.press('Alt+Shift+ArrowRight')
    expect(await width()).toBe(fitted + 16)
  })

  it('widens a column by keys', async () => {
    const { page, header, settle } = await open('/?table=customers')
    const before = (await header('id').boundingBox())?.width ?? 0
    await page.getByRole('grid').focus()
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await settle()
    expect((await header('id').boundingBox())?.width).toBe(before + 16)
  })

  it('keeps the widths of columns on other pages', async () => {
    const { page, header, settle } = await open('/?table=products')
    const before = await header('name').boundingBox()
    await page.getByRole('button', { name: 'Last page' }).click()
    await settle()
    expect(await header('name').boundingBox()).toEqual(before)
  })
})
