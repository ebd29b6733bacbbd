/** Selection, copies, the cursor and the columns in the grid of the viewer; viewer-widths.test.ts has their widths. @long */
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
