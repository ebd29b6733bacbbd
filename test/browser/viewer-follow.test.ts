/**
 * The viewer while it follows a table that another program changes; viewer-follow.stress.ts has details of its rows,
 * viewer-follow-requests.stress.ts of its requests.
 */
import { testsThatNeed } from '../support/left-out'
import { waitUntil } from '../support/wait-until'
import { followedTable, PAUSE, rowOf } from './followed-table'

const { it } = testsThatNeed('chromium')

const { file, follow, nextResponse, untilShown } = followedTable()

it('gets a 304 while nothing changes', async () => {
  const { page } = await follow()
  // The server sends no ETag for rows that were written just now.
  await waitUntil(async () => (await nextResponse(page)) === 304)
  expect([await nextResponse(page), await nextResponse(page)]).toEqual([304, 304])
})

it('marks new and changed rows for a while, and shows the changed total', async () => {
  const { page } = await follow()
  file.run(
    "insert into events values (201, 'a new one', 1); update events set amount = 7 where id = 199",
  )
  await untilShown(page, '1–100 of 201 rows')
  await rowOf(page, 201).and(page.locator('.new')).waitFor()
  const changed = page.locator('.grid-cell.changed')
  expect(await changed.count()).toBe(1)
  expect(await changed.textContent()).toBe('7')
  expect(await changed.getAttribute('aria-description')).toBe('changed')
  const added = page.locator('.grid-row.new [role=gridcell]').first()
  expect(await added.getAttribute('aria-description')).toBe('new row')
  await page.clock.fastForward(30_000)
  await nextResponse(page)
  await page.locator('.grid-row.new').waitFor({ state: 'detached' })
  expect(await changed.count()).toBe(0)
})

it('keeps the visible rows, the selection, the focus and the row panel in place', async () => {
  const { page, settle } = await follow()
  await page.getByRole('grid').focus()
  for (let step = 0; step < 3; step++) await page.keyboard.press('PageDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await settle()
  const panel = page.getByRole('complementary')
  const [cell, field] = [page.locator('.grid-cell.active'), panel.locator('[data-field=id] dd')]
  const id = Number(await field.textContent())
  const state = async (): Promise<unknown> => ({
    y: (await rowOf(page, id).boundingBox())?.y,
    cell: await cell.textContent(),
    selected: await page.locator('.grid-cell.selected').allTextContents(),
    panel: await field.textContent(),
    hasFocus: await page.getByRole('grid').evaluate('document.activeElement.role'),
  })
  const before = await state()
  file.run(
    "insert into events (text) values ('x'), ('y'), ('z'); delete from events where id = 198",
  )
  await untilShown(page, '1–100 of 202 rows')
  await settle()
  expect(await state()).toEqual(before)
  file.run(`delete from events where id = ${id}`)
  await untilShown(page, '1–100 of 201 rows')
  expect(await field.textContent()).toBe(String(id))
  await panel.getByText('This row is not on this page any more.').waitFor()
  await page.keyboard.press('ArrowDown')
  await panel.getByText('This row is not on this page any more.').waitFor({ state: 'detached' })
})

it('reports an interruption, retries at growing intervals, and continues', async () => {
  const { page } = await follow()
  let attempts = 0
  await page.route(/\/query/, (route) => {
    attempts++
    return route.abort()
  })
  const message = page.getByText(/^Following is interrupted: The server is not reachable\./)
  await page.clock.fastForward(PAUSE)
  await message.getByText('in 6 seconds').waitFor()
  await page.clock.fastForward(5_000)
  expect(attempts).toBe(1)
  await page.clock.fastForward(1_100)
  await message.getByText('in 12 seconds').waitFor()
  expect(attempts).toBe(2)
  await page.unroute(/\/query/)
  await page.clock.fastForward(12_100)
  await message.waitFor({ state: 'detached' })
})
