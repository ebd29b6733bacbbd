/** Requests of the viewer that follows a table: hidden tabs, interruptions and servers without ETags. */
import type { Page } from 'playwright-core'
import { testsThatNeed } from '../support/left-out'
import { waitUntil } from '../support/wait-until'
import { followedTable, NEWEST, PAUSE, rowOf } from './followed-table'
import { intercept } from './intercept'

const { it } = testsThatNeed('chromium')

const { file, follow, nextResponse, responses, untilShown, viewer } = followedTable()

const setHidden = (page: Page, isHidden: boolean): Promise<unknown> =>
  page.evaluate(`
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} })
    document.dispatchEvent(new Event('visibilitychange'))`)

it('waits as long as the server asks, also when the tab is shown again', async () => {
  const { page } = await follow()
  let attempts = 0
  const json = { error: 'RATE_LIMIT_EXCEEDED', message: 'Not now.', details: {} }
  await intercept(page, /\/query/, (route) => {
    attempts++
    return route.fulfill({ status: 429, headers: { 'Retry-After': '90' }, json })
  })
  await page.clock.fastForward(PAUSE)
  await page.getByText('in 90 seconds').waitFor()
  await setHidden(page, true)
  await setHidden(page, false)
  await page.clock.fastForward(80_000)
  expect(attempts).toBe(1)
  await page.clock.fastForward(10_100)
  await waitUntil(() => attempts === 2)
})

it('sends no request while the tab is hidden, and one at once when it is visible again', async () => {
  const { page } = await follow()
  await nextResponse(page)
  await setHidden(page, true)
  responses.length = 0
  file.run("insert into events (text) values ('while hidden')")
  await page.clock.fastForward(600_000)
  await viewer.client.query({ table: 'events' })
  // The only request is that of the test itself.
  expect(responses).toHaveLength(1)
  await setHidden(page, false)
  await page.clock.fastForward(1)
  await page.getByText('while hidden').waitFor()
})

it('separates a message without a full stop from the next sentence', async () => {
  const { page } = await follow()
  const json = { error: 'DATABASE_ERROR', message: 'no space left', details: {} }
  await intercept(page, /\/query/, (route) => route.fulfill({ status: 500, json }))
  await page.clock.fastForward(PAUSE)
  await page.getByText('no space left. Next attempt').waitFor()
})

it.each([
  ['after 30 seconds', (page: Page) => page.clock.fastForward(30_100)],
  [
    'after 30 seconds in a hidden tab whose timers stand still',
    async (page: Page) => {
      await setHidden(page, true)
      await page.evaluate('Date.now = ((now) => () => now() + 31_000)(Date.now)')
      await setHidden(page, false)
    },
  ],
])('gives up a request that nothing responds to %s', async (_, pass) => {
  const { page } = await follow()
  let attempts = 0
  await intercept(page, /\/query/, () => {
    attempts++
  })
  await page.clock.fastForward(PAUSE)
  await waitUntil(() => attempts === 1)
  await pass(page)
  await page.getByText('The server is not reachable. Next attempt in 6 seconds.').waitFor()
})

it('ends with a message if the table is dropped', async () => {
  const { page } = await follow('/?table=doomed')
  const link = page.getByRole('link', { name: 'doomed' }).first()
  await link.waitFor()
  file.run('drop table doomed')
  viewer.app.expireCaches()
  expect(await nextResponse(page)).toBe(404)
  await page.getByText(/^Following has ended: /).waitFor()
  const button = page.getByRole('button', { name: 'Follow changes' })
  expect(await button.getAttribute('aria-pressed')).toBe('false')
  await link.waitFor({ state: 'detached' })
})

it('asks for a sign-in when the server refuses the credentials', async () => {
  const { page } = await follow()
  const json = { error: 'AUTHENTICATION_FAILED', message: 'The token has expired.', details: {} }
  await intercept(page, /\/api\//, (route) => route.fulfill({ status: 401, json }))
  await page.clock.fastForward(PAUSE)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.unroute(/\/api\//)
})

it('works with a server that sends no ETag', async () => {
  const { page } = await follow()
  await intercept(page, /\/query/, async (route) => {
    const response = await route.fetch()
    const headers = Object.entries(response.headers()).filter(([name]) => name !== 'etag')
    await route.fulfill({ response, headers: Object.fromEntries(headers) })
  })
  expect(await nextResponse(page)).toBe(200)
  expect(await page.locator('.new, .changed').count()).toBe(0)
  file.run("insert into events (text) values ('without a tag')")
  await untilShown(page, 'without a tag')
  await rowOf(page, 201).and(page.locator('.new')).waitFor()
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
