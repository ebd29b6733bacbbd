/** Where the parts of the viewer are: the frozen column, the headers, and the buttons beside long names. */
import type { Locator } from 'playwright-core'
import { testsThatNeed } from '../support/left-out'
import { ODD_TABLES } from './odd-tables'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'

const { it } = testsThatNeed('chromium')

const LONG_NAME = 'a_table_whose_name_is_so_long_that_no_head_of_a_page_has_room_for_all_of_it'

const database = sqliteDatabase(`${ODD_TABLES};
    create table ${LONG_NAME} (id integer primary key, name text);
    create table wide (${Array.from({ length: 40 }, (_, index) => `column_${index} integer`).join()});
    insert into wide (column_0, column_1) values (11, 12), (21, 22);
    create table prose (id integer primary key, text text);
    insert into prose (text) values ('${'word '.repeat(55)}end');
    create table letters (id integer primary key, text text);
    insert into letters (text) values ('${'i'.repeat(290)}');
    create table gone (id integer primary key);
    insert into gone values (1)`)
const { open } = viewerOver(database)

/** The properties of elements that the tests read: their TypeScript project has no DOM types. */
interface FieldElement {
  readonly scrollWidth: number
  readonly clientWidth: number
}

interface Box {
  readonly left: number
  readonly right: number
}

async function boxOf(part: Locator): Promise<Box> {
  const box = await part.boundingBox()
  if (!box) throw new Error('the part is not visible')
  return { left: box.x, right: box.x + box.width }
}

it('keeps the first column beside the row numbers while the others scroll', async () => {
  const { page, header, settle } = await open('/?table=wide')
  const cell = page.locator('[data-column=column_0]').first()
  const number = page.locator('.grid-row .grid-number').first()
  const before = await Promise.all([cell, header('column_0'), number].map(boxOf))
  expect(before[0]?.left).toBe(before[2]?.right)
  await page.evaluate('document.querySelector("[role=grid]").scrollTo(2000, 0)')
  await settle()
  expect(await header('column_1').count()).toBe(0)
  expect(await Promise.all([cell, header('column_0'), number].map(boxOf))).toEqual(before)
})

it.each(['Home', 'Control+ArrowLeft'])('shows the first columns after %s', async (key) => {
  const { page, settle } = await open('/?table=wide')
  await page.locator('[data-column=column_0]').first().click()
  await page.keyboard.press('End')
  await settle()
  await page.locator('[data-column=column_39]').first().waitFor()
  await page.keyboard.press(key)
  await settle()
  expect(await page.locator('.grid-cell.active').getAttribute('data-column')).toBe('column_0')
  const [first, second] = await Promise.all(
    ['column_0', 'column_1'].map((name) => boxOf(page.locator(`[data-column=${name}]`).first())),
  )
  expect(second?.left).toBe(first?.right)
})

it.each([360, 800, 1024, 1440])('covers no button beside a long name at %d', async (width) => {
  const viewport = { width, height: 640 }
  const { page } = await open(`/?table=${LONG_NAME}`, { viewport })
  const [name, ...others] = await Promise.all(
    [
      page.getByRole('heading', { name: LONG_NAME }),
      page.getByRole('button', { name: 'Follow changes' }),
      page.getByRole('button', { name: 'Load again' }),
    ].map(boxOf),
  )
  // The first button touches its place by a negative margin.
  expect(others[0]?.left).toBeGreaterThanOrEqual((name?.right ?? 0) - 6)
  for (const label of ['Follow changes', 'Load again']) {
    const button = page.getByRole('button', { name: label })
    const { left, right } = await boxOf(button)
    const box = await button.boundingBox()
    const middle = (box?.y ?? 0) + (box?.height ?? 0) / 2
    for (const x of [left + 8, right - 8]) {
      const top = await page.evaluate<string | null>(
        `document.elementFromPoint(${x}, ${middle}).closest('button')?.ariaLabel`,
      )
      expect([label, top]).toEqual([label, label])
    }
  }
})

it('does not scroll sideways if its columns fill the width', async () => {
  const { page } = await open('/?table=prose')
  const beyond = `(() => {
    const { scrollWidth, clientWidth } = document.querySelector('[role=grid]')
    return scrollWidth - clientWidth
  })()`
  expect(await page.evaluate(beyond)).toBe(0)
  const last = await boxOf(page.getByRole('columnheader').last())
  const grid = await boxOf(page.getByRole('grid'))
  expect(grid.right - last.right).toBeLessThan(2)
})

it('cuts no header of columns by which the rows are sorted', async () => {
  const names = ['id', 'print_status', 'a_number_with_quite_a_long_name', 'next']
  const sort = names.map((name) => `sort=${name}%3Aasc`).join('&')
  const { header } = await open(`/?table=forms&${sort}`)
  for (const name of names) {
    const cut = await header(name)
      .locator('.grid-header-name')
      .evaluate(
        (one: { scrollWidth: number; clientWidth: number }) => one.scrollWidth - one.clientWidth,
      )
    expect([name, cut]).toEqual([name, 0])
  }
})

it('shows an error above the rows within its width, with links that are apart', async () => {
  const { page, settle } = await open('/?table=gone', { viewport: { width: 360, height: 640 } })
  database.run('drop table gone')
  await page.getByRole('button', { name: 'Load again' }).click()
  await settle()
  const alert = page.getByRole('alert')
  const names = await alert.getByRole('link').allTextContents()
  expect(names).toContain(LONG_NAME)
  expect(await alert.textContent()).toContain(`Available tables: ${names.join(', ')}`)
  const beyond = await alert.evaluate(
    (one: { scrollWidth: number; clientWidth: number }) => one.scrollWidth - one.clientWidth,
  )
  expect(beyond).toBe(0)
})

it('has room for all digits of the page number', async () => {
  const { page } = await open('/?table=long&page=1234567')
  const field = page.locator('.page-number')
  const isCut = await field.evaluate((one: FieldElement) => one.scrollWidth > one.clientWidth)
  expect(await field.inputValue()).toBe('1234567')
  expect(isCut).toBe(false)
})

it('shows no marks after the ellipsis of a text that is cut', async () => {
  const { page } = await open('/?table=letters', { viewport: { width: 700, height: 700 } })
  const cell = page.locator('[data-column=text]')
  /** The right padding of the cell, as base64. */
  const padding = async (): Promise<string> => {
    await page.mouse.move(5, 5)
    const { right } = await boxOf(cell)
    const { y = 0, height = 0 } = (await cell.boundingBox()) ?? {}
    const clip = { x: right - 11, y: y + 1, width: 10, height: height - 2 }
    return (await page.screenshot({ clip })).toString('base64')
  }
  const before = await padding()
  await page.getByRole('searchbox', { name: 'Search in' }).fill('i')
  await cell.locator('mark').first().waitFor()
  expect(await padding()).toBe(before)
})
