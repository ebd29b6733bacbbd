/** Details of widths, columns, selection and copies in the grid of the viewer; viewer-grid.test.ts has their use. */
import type { Page } from 'playwright-core'
import { pageDatabase } from './page-database'
import { testsThatNeed } from '../support/left-out'
import { viewerFixture, viewerOver } from './viewer-app'

const { describe, it } = testsThatNeed('chromium')

/** As on a page without HTTPS. */
const WITHOUT_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"

async function pasted(page: Page): Promise<string> {
  const field = page.getByRole('searchbox', { name: 'Find a table' })
  await field.fill('')
  await field.press('Control+v')
  return field.inputValue()
}

describe('the grid of the viewer', () => {
  const viewer = viewerOver(pageDatabase(viewerFixture))
  const { open } = viewer

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

  it('keeps the selection when a press that began elsewhere moves over the cells', async () => {
    const { page } = await open('/?table=customers')
    await page.locator('[data-column=id]').nth(1).dblclick()
    const panel = page.getByRole('complementary', { name: 'Row 2' })
    await panel.locator('[data-field=name] dd').hover()
    await page.mouse.down()
    await page.locator('[data-column=name]').nth(4).hover()
    await page.locator('[data-column=id]').nth(5).hover()
    await page.mouse.up()
    expect(await page.locator('[aria-selected=true]').count()).toBe(1)
    expect(await panel.count()).toBe(1)
  })

  it('copies on a page without HTTPS', async () => {
    const { page } = await open('/?table=customers', {
      prepare: (context) => context.addInitScript(WITHOUT_CLIPBOARD),
    })
    await page.locator('[data-column=name]').first().dblclick()
    const panel = page.getByRole('complementary')
    await panel.locator('[data-field=name]').hover()
    await panel.getByRole('button', { name: 'Copy name' }).click()
    await page.getByText('name copied.').waitFor()
    const [name] = await viewer.names({ table: 'customers', limit: 1 })
    expect(await pasted(page)).toBe(name)
  })

  it('shows all digits of a number in the active cell', async () => {
    const { page } = await open('/?table=customers')
    const cell = page.locator('[data-column=credit]').filter({ hasText: /\d/ }).first()
    await cell.click()
    const box = await cell.boundingBox()
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) - 14, (box?.y ?? 0) + 15]
    const top = await page.evaluate<string>(`document.elementFromPoint(${x}, ${y}).dataset.column`)
    expect(top).toBe('credit')
    expect(await cell.locator('*').count()).toBe(0)
  })

  it('shows a sort by a hidden column, and removes it', async () => {
    const { page, settle } = await open('/?table=customers&sort=born%3Adesc&column=id&column=name')
    const chips = page.getByRole('list', { name: 'Sort order and hidden columns' })
    expect(await chips.getByRole('listitem').first().textContent()).toContain('borndescending')
    expect(await chips.textContent()).toContain('6 hidden columns')
    await chips.getByRole('button', { name: 'Do not sort by born' }).click()
    await settle()
    expect(page.url()).not.toContain('sort')
  })

  it('shows a column once if the URL names it twice', async () => {
    const { headers } = await open('/?table=customers&column=id&column=id')
    expect(await headers()).toEqual(['id'])
  })

  it('applies several changes of columns with one request and one entry of the history', async () => {
    const { page, settle, requested, headers } = await open('/?table=customers')
    requested.length = 0
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByRole('button', { name: 'None' }).click()
    for (const name of ['email', 'id']) await page.getByRole('checkbox', { name }).check()
    await page.keyboard.press('Escape')
    await settle()
    expect(await headers()).toEqual(['email', 'id'])
    await page.goBack()
    await settle()
    expect(await headers()).toHaveLength(8)
    expect(requested.length).toBeLessThanOrEqual(2)
  })

  it('moves a column further by keys, because the cursor stays in it', async () => {
    const { page, headers, settle } = await open(
      '/?table=customers&column=id&column=name&column=email',
    )
    await page.locator('[data-column=id]').first().click()
    for (const names of ['name,id,email', 'name,email,id']) {
      await page.keyboard.press('Alt+ArrowDown')
      await page.getByRole('button', { name: 'Move right' }).click()
      await settle()
      expect((await headers()).join()).toBe(names)
    }
  })

  it('moves the menu of a column with its header, and closes it when the header has left', async () => {
    const viewport = { width: 700, height: 700 }
    const { page, header, settle } = await open('/?table=every_kind', { viewport })
    await header('amount').click({ button: 'right' })
    const menu = page.getByRole('dialog')
    const places = async (): Promise<(number | undefined)[]> =>
      Promise.all([menu, header('amount')].map(async (of) => (await of.boundingBox())?.x))
    const [menuBefore = 0, headerBefore = 0] = await places()
    await page.evaluate('document.querySelector("[role=grid]").scrollBy(40, 0)')
    await settle()
    expect(await places()).toEqual([menuBefore - 40, headerBefore - 40])
    await page.evaluate('document.querySelector("[role=grid]").scrollBy(10_000, 0)')
    await settle()
    expect([await header('amount').count(), await menu.count()]).toEqual([0, 0])
  })

  it('keeps the widths of columns on other pages', async () => {
    const { page, header, settle } = await open('/?table=products')
    const before = await header('name').boundingBox()
    await page.getByRole('button', { name: 'Last page' }).click()
    await settle()
    expect(await header('name').boundingBox()).toEqual(before)
  })

  it('copies a link that opens the same view', async () => {
    const original = await open('/?table=customers')
    await original.header('email').click()
    await original.header('email').click()
    await original.page.getByRole('button', { name: 'Next page' }).click()
    await original.settle()
    await original.page.getByRole('button', { name: 'Export' }).click()
    await original.page.getByRole('button', { name: 'Copy a link to this view' }).click()
    await original.page.getByText('Link copied.').waitFor()
    const link = await original.page.evaluate<string>('navigator.clipboard.readText()')
    const copy = await open(link.replace(viewer.app.origin, ''))
    expect(await copy.column('email')).toEqual(await original.column('email'))
    expect(await copy.page.title()).toBe(await original.page.title())
  })
})
