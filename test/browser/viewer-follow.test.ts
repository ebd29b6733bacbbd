/** The viewer follows a table that another program changes. */
import type { Locator, Page } from 'playwright-core'
import type { RequestLogEntry } from '../../src/http/request-log'
import { testsThatNeed } from '../support/left-out'
import { waitUntil } from '../support/wait-until'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'
import type { ViewerPage, ViewerPageOptions } from './viewer-page'

const { it } = testsThatNeed('chromium')

/** A little more than the milliseconds between two requests. */
const PAUSE = 3_100

const file = sqliteDatabase(`
  create table events (id integer primary key, text text, amount integer);
  create table doomed (id integer primary key)`)
const responses: RequestLogEntry[] = []
const viewer = viewerOver(file, {
  onResponse: (entry) => {
    if (entry.route === 'query') responses.push(entry)
  },
})

beforeEach(() => {
  file.run(`
    delete from events;
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 200)
      insert into events select i, 'event ' || i, i from n`)
})

const NEWEST = '/?table=events&sort=id%3Adesc&limit=100'

/** Opens a table, and follows it. The test advances the clock of the page. */
async function follow(path = NEWEST, options: ViewerPageOptions = {}): Promise<ViewerPage> {
  const opened = await viewer.open(path, {
    ...options,
    prepare: (context) => context.clock.install(),
  })
  await opened.page.getByRole('button', { name: /^(Follow changes|Änderungen verfolgen)$/ }).click()
  responses.length = 0
  return opened
}

/** Lets the page send its next request, and returns the status of the response. */
async function nextResponse(page: Page): Promise<number | undefined> {
  const before = responses.length
  await page.clock.fastForward(PAUSE)
  await waitUntil(() => responses.length > before)
  return responses.at(-1)?.status
}

/** Advances the clock from request to request until the page shows the text. */
async function untilShown(page: Page, text: string): Promise<void> {
  const shown = page.getByText(text).first()
  await waitUntil(async () => {
    await nextResponse(page)
    return shown.isVisible()
  })
}

const row = (page: Page, id: number): Locator =>
  page.locator('[role=row]', { has: page.locator(`[data-column=id]:text-is("${id}")`) })

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
  await row(page, 201).and(page.locator('.new')).waitFor()
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
    y: (await row(page, id).boundingBox())?.y,
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

it('keeps the visible rows in place without a selection', async () => {
  const { page, settle } = await follow()
  await page.getByRole('grid').evaluate('document.querySelector("[role=grid]").scrollTo(0, 1000)')
  await settle()
  const before = await row(page, 160).boundingBox()
  file.run("insert into events (text) values ('x'), ('y'), ('z')")
  await untilShown(page, '1–100 of 203 rows')
  await settle()
  expect(await row(page, 160).boundingBox()).toEqual(before)
})

it('sends no request while the tab is hidden, and one at once when it is visible again', async () => {
  const { page } = await follow()
  const hide = (isHidden: boolean): Promise<unknown> =>
    page.evaluate(`
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} })
      document.dispatchEvent(new Event('visibilitychange'))`)
  await nextResponse(page)
  await hide(true)
  responses.length = 0
  file.run("insert into events (text) values ('while hidden')")
  await page.clock.fastForward(600_000)
  await viewer.client.query({ table: 'events' })
  // The only request is that of the test itself.
  expect(responses).toHaveLength(1)
  await hide(false)
  await page.clock.fastForward(1)
  await page.getByText('while hidden').waitFor()
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

it('ends with a message if the table is dropped', async () => {
  const { page } = await follow('/?table=doomed')
  file.run('drop table doomed')
  viewer.app.age()
  expect(await nextResponse(page)).toBe(404)
  await page.getByText(/^Following has ended: /).waitFor()
  const button = page.getByRole('button', { name: 'Follow changes' })
  expect(await button.getAttribute('aria-pressed')).toBe('false')
})

it('works with a server that sends no ETag', async () => {
  const { page } = await follow()
  await page.route(/\/query/, async (route) => {
    const response = await route.fetch()
    const headers = Object.entries(response.headers()).filter(([name]) => name !== 'etag')
    await route.fulfill({ response, headers: Object.fromEntries(headers) })
  })
  expect(await nextResponse(page)).toBe(200)
  expect(await page.locator('.new, .changed').count()).toBe(0)
  file.run("insert into events (text) values ('without a tag')")
  await untilShown(page, 'without a tag')
  await row(page, 201).and(page.locator('.new')).waitFor()
})

it('is switched by a key, and stored for the tab, not in the URL', async () => {
  const { page, context, settle } = await viewer.open(NEWEST)
  const button = page.getByRole('button', { name: 'Follow changes' })
  await page.keyboard.press('f')
  await page.getByRole('status').getByText('Following changes').waitFor()
  await page.reload()
  expect(page.url()).toBe(viewer.app.origin + NEWEST)
  await settle()
  expect(await button.getAttribute('aria-pressed')).toBe('true')
  const other = await context.newPage()
  await other.goto(page.url())
  const otherButton = other.getByRole('button', { name: 'Follow changes' })
  expect(await otherButton.getAttribute('aria-pressed')).toBe('false')
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
