/**
 * Selection of rows, across links and by touch in the viewer; viewer-grid.test.ts and viewer-files.test.ts have
 * cells.
 */
import type { Locator } from 'playwright-core'
import { testsThatNeed } from '../support/left-out'
import { copied, exportAs } from './export-menu'
import { intercept } from './intercept'
import { ODD_TABLES } from './odd-tables'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'
import type { ViewerPage } from './viewer-page'

const { it } = testsThatNeed('chromium')

/** With addresses where nothing listens. */
const LINKS = `
  create table links (id integer primary key, site text);
  insert into links (site) values ('http://127.0.0.1:1/'), ('http://127.0.0.1:1/'), ('http://127.0.0.1:1/')`

const viewer = viewerOver(sqliteDatabase(`${ODD_TABLES}; ${LINKS}`))
const COLUMNS = '/?table=forms&column=id&column=site&column=next'

it('copies selected rows, and with Shift all rows between two', async () => {
  const { page } = await viewer.open(COLUMNS)
  const number = (row: number): Locator => page.locator('.grid-row .grid-number').nth(row)
  await number(2).click()
  await number(1).click({ modifiers: ['Shift'] })
  expect(await copied(page, 'NDJSON')).toBe(
    '{"id":2,"site":"","next":"second"}\n{"id":3,"site":null,"next":"third"}\n',
  )
})

it('copies only columns that the rows have, while those of another column cannot be loaded', async () => {
  const { page, header } = await viewer.open('/?table=huge&hide=number')
  await intercept(page, /\/query\?/, (route) => route.abort())
  await page.getByRole('button', { name: 'Show all columns' }).click()
  await header('number').waitFor()
  await page.locator('[data-column=id]').first().click()
  await page.keyboard.press('Control+a')
  expect(await copied(page, 'NDJSON')).toBe('{"id":1}\n{"id":2}\n{"id":3}\n')
})

it('selects by the mouse from link to link, without opening them', async () => {
  const { page, context } = await viewer.open('/?table=links')
  const link = (row: number): Locator => page.locator('[data-column=site] a').nth(row)
  const selected = page.locator('[role=gridcell][aria-selected=true]')
  await link(0).hover()
  await page.mouse.down()
  await link(1).hover()
  await link(2).hover()
  await page.mouse.up()
  expect(await selected.count()).toBe(3)
  const pages = context.pages().length
  await page.locator('[data-column=id]').first().click()
  await link(1).click({ modifiers: ['Shift'] })
  expect(await selected.count()).toBe(4)
  await Promise.all([context.waitForEvent('page'), link(0).click()])
  expect(context.pages()).toHaveLength(pages + 1)
})

it('moves the cursor by keys after a click on a link', async () => {
  const { page } = await viewer.open('/?table=links')
  await page.locator('[data-column=site] a').first().click()
  await page.bringToFront()
  await page.keyboard.press('ArrowDown')
  expect(await page.locator('.grid-row.current').getAttribute('aria-rowindex')).toBe('3')
})

it('offers no copy of a selection of one cell', async () => {
  const { page } = await viewer.open(COLUMNS)
  await page.locator('[data-column=site]').first().click()
  await exportAs(page, 'CSV')
  expect(await page.getByRole('button', { name: /the selection/ }).count()).toBe(0)
})

const openByTouch = (path: string): Promise<ViewerPage> =>
  viewer.open(path, { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true })

/** Holds a finger on the element until the page reports a long press. */
async function press({ page, context }: ViewerPage, element: Locator): Promise<void> {
  const box = await element.boundingBox()
  if (!box) throw new Error('the element is not visible')
  const session = await context.newCDPSession(page)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await page.getByText('Tap the other corner of the selection.').waitFor()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

it('selects by touch: a long press on one corner, a tap on the other', async () => {
  const touch = await openByTouch('/?table=forms&column=next&column=id')
  const { page } = touch
  await press(touch, page.locator('[data-column=next]').nth(1))
  await page.locator('[data-column=id]').nth(2).tap()
  expect(await page.locator('.grid-cell.selected').allTextContents()).toEqual([
    ...['second', '2'],
    ...['third', '3'],
  ])
  expect(await copied(page, 'TSV')).toMatch(/^next\tid\r?\nsecond\t2\r?\nthird\t3\r?\n$/)
  // The next tap selects a cell, and another one on that cell shows its row.
  const first = page.locator('[data-column=next]').first()
  await first.tap()
  expect(await page.locator('.grid-cell.selected').allTextContents()).toEqual(['first'])
  await first.tap()
  await page.getByRole('complementary', { name: 'Row 1' }).waitFor()
})

it('selects rows by touch', async () => {
  const touch = await openByTouch('/?table=forms&column=next&column=id')
  const { page } = touch
  await press(touch, page.locator('.grid-row .grid-number').first())
  await page.locator('.grid-row .grid-number').nth(1).tap()
  expect(await copied(page, 'CSV')).toMatch(/^next,id\r?\nfirst,1\r?\nsecond,2\r?\n$/)
})

it('scrolls by touch without selecting', async () => {
  const { page, context } = await openByTouch('/?table=long')
  const session = await context.newCDPSession(page)
  await session.send('Input.synthesizeScrollGesture', { x: 200, y: 500, yDistance: -300 })
  expect(await page.locator('.grid-cell.selected').count()).toBe(0)
  expect(await page.evaluate('document.querySelector("[role=grid]").scrollTop')).toBeGreaterThan(99)
})

it('sorts by several columns by touch', async () => {
  const { page, header, settle } = await openByTouch('/?table=forms&column=next&column=id')
  await header('next').tap()
  await settle()
  await header('id').locator('.header-menu').tap()
  await page.getByRole('button', { name: 'Add to the sort order, descending' }).tap()
  await settle()
  expect(page.url()).toContain('sort=next%3Aasc&sort=id%3Adesc')
})
