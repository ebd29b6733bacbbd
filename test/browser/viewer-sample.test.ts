/**
 * Statistics of more rows than those of the page, over a database with a long table; see also
 * viewer-statistics.test.ts. @long
 */
import type { Locator, Page } from 'playwright-core'
import { testsThatNeed } from '../support/left-out'
import { intercept } from './intercept'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'
import type { ViewerPage } from './viewer-page'

const { it } = testsThatNeed('chromium')

const tables = sqliteDatabase(`
  create table long (id integer primary key, text text);
  with recursive n (i) as (select 1 union all select i + 1 from n where i < 10500)
    insert into long select i, null from n;
  create table other (id integer primary key)`)
const usual = viewerOver(tables)
const strict = viewerOver(tables, { maxResponseBytes: 12_000 })
let viewer: ViewerPage

const LOAD = 'Load up to 10,000 rows for this'

/** Opens the statistics of the column `id` of the table `long`. */
async function openStatistics({ open } = usual): Promise<Locator> {
  viewer = await open('/?table=long')
  return statistics()
}

async function statistics(): Promise<Locator> {
  await viewer.header('id').click({ button: 'right' })
  return viewer.page.getByRole('region', { name: 'Statistics' })
}

/** Limits and pages of the requests for rows, e.g. `1000/2`, without those of the page itself. */
function requestedPages(): string[] {
  return viewer.requested.flatMap((path) => {
    const parameters = new URL(path, usual.app.origin).searchParams
    const limit = parameters.get('limit')
    return limit === null || limit === '50' ? [] : [`${limit}/${parameters.get('page')}`]
  })
}

/** Responds to the first `times` requests for the second page with an error. */
async function refuseSecondPage(
  page: Page,
  status: number,
  headers: Readonly<Record<string, string>>,
  times = Infinity,
): Promise<void> {
  const code = status === 429 ? 'RATE_LIMIT_EXCEEDED' : 'DATABASE_ERROR'
  const json = { error: code, message: 'Not now.', details: {} }
  await intercept(page, /page=2&limit=1000/, (route) => route.fulfill({ status, headers, json }), {
    times,
  })
}

it('halves pages that are too large for one response, and repeats no row', async () => {
  const menu = await openStatistics(strict)
  await menu.getByRole('button', { name: LOAD }).click()
  await menu.getByText('Of 10,000 of 10,500 rows').waitFor()
  expect(await menu.locator('dd').allTextContents()).toEqual(['10,000', '0', '1', '10000'])
  expect(requestedPages().slice(0, 3)).toEqual(['10000/1', '1000/1', '500/1'])
  expect(requestedPages().at(-1)).toBe('250/40')
})

it('shows the progress, and keeps the rows that have arrived when it is stopped', async () => {
  const menu = await openStatistics()
  await intercept(viewer.page, /page=3&limit=1000/, () => undefined)
  await menu.getByRole('button', { name: LOAD }).click()
  await menu.getByText('2,000 of 10,000 rows', { exact: true }).waitFor()
  const progress = menu.getByRole('progressbar', { name: 'Rows loaded' })
  expect(await progress.getAttribute('value')).toBe('2000')
  const [aborted] = await Promise.all([
    viewer.page.waitForEvent('requestfailed'),
    menu.getByRole('button', { name: 'Stop' }).click(),
  ])
  expect(aborted.url()).toContain('page=3&')
  await menu.getByText('Loading was stopped.').waitFor()
  await menu.getByText('Of 2,000 of 10,500 rows').waitFor()
  expect(await progress.count()).toBe(0)
  expect(await menu.getByRole('button', { name: LOAD }).evaluate(IS_FOCUSED)).toBe(true)
})

const IS_FOCUSED = 'document.activeElement?.textContent.startsWith("Load up to")'

it('waits as long as Retry-After of a server with a limit of requests says', async () => {
  const menu = await openStatistics()
  await refuseSecondPage(viewer.page, 429, { 'Retry-After': '1' }, 1)
  await menu.getByRole('button', { name: LOAD }).click()
  await menu.getByText('The server asks to wait for 1 second.').waitFor()
  await menu.getByText('Of 10,000 of 10,500 rows').waitFor()
  expect(requestedPages().filter((page) => page === '1000/2')).toHaveLength(2)
})

it('waits a second if the server asks to repeat the request at once', async () => {
  const menu = await openStatistics()
  await refuseSecondPage(viewer.page, 429, { 'Retry-After': '0' })
  await menu.getByRole('button', { name: LOAD }).click()
  await menu.getByText('The server asks to wait for 1 second.').waitFor()
  await viewer.page.waitForTimeout(2500)
  const repeated = requestedPages().filter((page) => page === '1000/2').length
  expect(repeated).toBeGreaterThan(1)
  expect(repeated).toBeLessThan(5)
})

it('reports why loading failed, and loads again on request', async () => {
  const menu = await openStatistics()
  await refuseSecondPage(viewer.page, 500, {})
  await menu.getByRole('button', { name: LOAD }).click()
  await menu.getByRole('alert').getByText('Loading failed: Not now.').waitFor()
  await menu.getByText('Of 1,000 of 10,500 rows').waitFor()
  await viewer.page.unrouteAll()
  await menu.getByRole('button', { name: LOAD }).click()
  await menu.getByText('Of 10,000 of 10,500 rows').waitFor()
  expect(await menu.getByRole('alert').count()).toBe(0)
})

it('drops the rows when the query changes or the table is left', async () => {
  const { page } = (await openStatistics(), viewer)
  const load = async (): Promise<void> => {
    await page.getByRole('button', { name: LOAD }).click()
    await page.getByText('Of 10,000 of 10,500 rows').waitFor()
  }
  await load()
  await page.getByRole('button', { name: 'Sort descending' }).click()
  await viewer.settle()
  await (await statistics()).getByText('Of the 50 loaded rows').waitFor()
  await load()
  expect(await page.getByRole('region', { name: 'Statistics' }).textContent()).toContain('501')
  await page.keyboard.press('Escape')
  for (const table of ['other', 'long']) {
    await page.getByRole('link', { name: table, exact: true }).first().click()
    await viewer.settle()
  }
  await (await statistics()).getByText('Of the 50 loaded rows').waitFor()
})

it('stops when the table is left', async () => {
  const menu = await openStatistics()
  const { page } = viewer
  await intercept(page, /page=2&limit=1000/, () => undefined)
  await menu.getByRole('button', { name: LOAD }).click()
  await menu.getByText('1,000 of 10,000 rows', { exact: true }).waitFor()
  const [aborted] = await Promise.all([
    page.waitForEvent('requestfailed'),
    page.getByRole('link', { name: 'other', exact: true }).first().click(),
  ])
  expect(aborted.url()).toContain('page=2&')
})
