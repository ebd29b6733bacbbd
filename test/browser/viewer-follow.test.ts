/**
 * The viewer while it follows a table that another program changes; viewer-follow-requests.test.ts has hidden tabs, slow
 * servers and servers without ETags.
 */
import { testsThatNeed } from '../support/left-out'
import { waitUntil } from '../support/wait-until'
import { followedTable, NEWEST, PAUSE, rowOf } from './followed-table'
import { intercept } from './intercept'

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
  await intercept(page, /\/query/, (route) => {
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

it('shows the row to which the cursor has moved, after another row is gone', async () => {
  const { page } = await follow()
  await rowOf(page, 190).locator('[data-column=text]').dblclick()
  const panel = page.getByRole('complementary')
  const field = panel.locator('[data-field=text] dd')
  file.run('delete from events where id = 190')
  await untilShown(page, '1–100 of 199 rows')
  await panel.getByText('This row is not on this page any more.').waitFor()
  await page.keyboard.press('ArrowDown')
  const moved = await field.textContent()
  file.run("insert into events (text) values ('x')")
  await untilShown(page, '1–100 of 200 rows')
  expect(await field.textContent()).toBe(moved)
  expect(await panel.getByText('This row is not on this page any more.').count()).toBe(0)
})

it.each([
  ['a movement there and back', ['ArrowDown', 'ArrowUp'], 'event 189'],
  ['a change of the page', [']'], 'event 89'],
])('shows a row that is gone no longer after %s', async (_title, keys, text) => {
  const { page, settle } = await follow()
  await rowOf(page, 190).locator('[data-column=text]').dblclick()
  const panel = page.getByRole('complementary')
  file.run('delete from events where id = 190')
  await untilShown(page, '1–100 of 199 rows')
  await panel.getByText('This row is not on this page any more.').waitFor()
  for (const key of keys) await page.keyboard.press(key)
  await settle()
  expect(await panel.locator('[data-field=text] dd').textContent()).toBe(text)
})

it('keeps the visible rows in place without a selection', async () => {
  const { page, settle } = await follow()
  await page.getByRole('grid').evaluate('document.querySelector("[role=grid]").scrollTo(0, 1000)')
  await settle()
  const before = await rowOf(page, 160).boundingBox()
  file.run("insert into events (text) values ('x'), ('y'), ('z')")
  await untilShown(page, '1–100 of 203 rows')
  await settle()
  expect(await rowOf(page, 160).boundingBox()).toEqual(before)
})

it('announces all changes of 15 seconds to screen readers at once', async () => {
  const { page } = await follow(NEWEST, { locale: 'de-DE' })
  file.run("insert into events (text) values ('x')")
  await untilShown(page, '1–100 von 201 Zeilen')
  const news = page.getByRole('status').filter({ hasText: 'neue Zeile' })
  const first = '1 neue Zeile, 0 geänderte Zeilen auf dieser Seite. Insgesamt 201 Zeilen.'
  await waitUntil(async () => (await news.textContent()) === first)
  const foot = page.getByRole('navigation', { name: 'Seiten' }).getByRole('status')
  expect(await foot.getAttribute('aria-live')).toBe('off')
  file.run("insert into events (text) values ('y')")
  await untilShown(page, '1–100 von 202 Zeilen')
  file.run("insert into events (text) values ('z')")
  await untilShown(page, '1–100 von 203 Zeilen')
  expect(await news.textContent()).toBe(first)
  await page.clock.fastForward(12_000)
  await waitUntil(async () => (await news.textContent())?.startsWith('2 neue Zeilen'))
})

it('never replaces a newer response by an older one', async () => {
  const { page, settle } = await follow()
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await intercept(
    page,
    /\/query/,
    async (route) => {
      const response = await route.fetch()
      await held
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await nextResponse(page)
  file.run("insert into events (text) values ('newer')")
  await page.getByRole('button', { name: 'Load again' }).click()
  await page.getByText('newer').waitFor()
  release()
  await settle()
  expect(await page.getByText('newer').count()).toBe(1)
})
