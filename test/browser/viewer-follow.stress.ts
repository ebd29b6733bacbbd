/** Details of the rows of the viewer that follows a table; viewer-follow.test.ts has the usual changes. */
import { testsThatNeed } from '../support/left-out'
import { waitUntil } from '../support/wait-until'
import { followedTable, NEWEST, rowOf } from './followed-table'

const { it } = testsThatNeed('chromium')

const { file, follow, nextResponse, untilShown } = followedTable()

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
  await page.route(
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
