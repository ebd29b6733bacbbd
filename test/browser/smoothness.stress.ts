/**
 * Frame times while the browser scrolls large tables.
 *
 * @alone It measures time.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import type { Browser } from 'playwright-core'
import { readBuiltPage } from '../../src/http/pages/built-page'
import { viewerRoutes } from '../../src/http/viewer-page/routes'
import { BROWSER_START, openBrowser } from '../support/browser'
import { testsThatNeed } from '../support/left-out'
import { startTestApp, type TestApp } from '../support/test-app'
import { builtPage } from '../support/built-package'
import { openViewer } from './viewer-page'

const { afterAll, beforeAll, describe, it } = testsThatNeed('chromium')

const ROWS = 1_000_000
const WIDE = Array.from({ length: 200 }, (_, index) => `column_${index}`)

const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-smoothness-'))
let browser: Browser
let app: TestApp

beforeAll(async () => {
  const file = path.join(folder, 'large.sqlite')
  const database = new Database(file)
  database.exec(`
    create table tall (id integer primary key, name varchar(40), amount decimal(10, 2));
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${ROWS})
      insert into tall select i, 'row number ' || i, i % 1000 / 7.0 from n;
    create table wide (id integer primary key, ${WIDE.map((name) => `${name} text`).join()});
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
      insert into wide select i, ${WIDE.map((name) => `'${name} ' || i`).join()} from n`)
  database.close()
  const page = await readBuiltPage(builtPage('viewer'))
  app = await startTestApp(file, { otherRoutes: [viewerRoutes({ page })] })
  browser = await openBrowser({ optimizesCode: true })
}, BROWSER_START)
afterAll(async () => {
  await browser.close()
  await app.stop()
  rmSync(folder, { recursive: true })
})

/**
 * Script that scrolls by some pixels per frame, like a mouse wheel, and resolves to the milliseconds of
 * each frame, sorted.
 */
const scroll = (x: number, y: number): string => `new Promise((resolve) => {
  const grid = document.querySelector('[role=grid]')
  const frames = []
  let last = performance.now()
  const step = (now) => {
    frames.push(now - last)
    last = now
    grid.scrollBy(${x}, ${y})
    if (frames.length < 120) requestAnimationFrame(step)
    else resolve(frames.sort((a, b) => a - b))
  }
  requestAnimationFrame(step)
})`

describe.each([
  ['1,000,000 rows', '/?table=tall&limit=1000&page=777', 0, 90],
  ['200 columns, vertically', '/?table=wide&limit=1000', 0, 90],
  ['200 columns, horizontally', '/?table=wide&limit=1000', 120, 0],
])('a table of %s', (_, address, x, y) => {
  it('scrolls smoothly', async () => {
    const { page, context, settle } = await openViewer(browser, app.origin + address)
    await settle()
    const header = page.getByRole('columnheader').first()
    const before = await header.boundingBox()
    const frames = await page.evaluate<number[]>(scroll(x, y))
    // The header stays at the top.
    expect((await header.boundingBox())?.y).toBe(before?.y)
    const [median = Infinity, p95 = Infinity] = [frames[60], frames[114]]
    process.stderr.write(
      `${address}: frames of ${median.toFixed(1)} ms (median), ${p95.toFixed(1)} ms (95 %)\n`,
    )
    // A frame takes 16.7 ms at 60 frames per second; a busy machine drops some.
    expect(median).toBeLessThan(51)
    expect(p95).toBeLessThan(170)
    // The document contains little more than the visible cells.
    const cells = await page.getByRole('gridcell').count()
    expect(cells).toBeGreaterThan(20)
    expect(cells).toBeLessThan(1000)
    await context.close()
  })
})

it('jumps to the last of 1,000,000 rows', async () => {
  const { page, context, settle, column } = await openViewer(browser, `${app.origin}/?table=tall`)
  await page.getByRole('button', { name: 'Last page' }).click()
  await settle()
  expect(page.url()).toContain('page=20000')
  await page.getByRole('grid').focus()
  await page.keyboard.press('Control+End')
  await page.getByText('999,951–1,000,000 of 1,000,000 rows').waitFor()
  await settle()
  expect((await column('id')).at(-1)).toBe('1000000')
  await context.close()
})
