/** The memory of the viewer's page, while a user goes through many pages. */
import type { CDPSession } from 'playwright-core'
import { testsThatNeed } from '../support/left-out'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'

const { it } = testsThatNeed('chromium')

/** Rows of a page; each has a text of 500 characters. */
const LIMIT = 1000
const PAGES = 200

const { open } = viewerOver(
  sqliteDatabase(`
  create table texts (id integer primary key, text text);
  with recursive n (i) as (select 1 union all select i + 1 from n where i < ${PAGES * LIMIT})
    insert into texts select i, printf('%0500d', i) from n`),
)

/** Megabytes that are in use after garbage has been collected. */
async function heapSize(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

it(`stays flat over ${PAGES} pages`, async () => {
  const { page, context, requested } = await open(`/?table=texts&limit=${LIMIT}`)
  const session = await context.newCDPSession(page)
  const sizes: number[] = []
  for (let number = 2; number <= PAGES; number++) {
    await page.keyboard.press(']')
    await page
      .locator('[data-column=id]')
      .getByText(`${(number - 1) * LIMIT + 1}`)
      .first()
      .waitFor()
    if (number % 10 === 0) sizes.push(await heapSize(session))
  }
  process.stderr.write(`heap: ${sizes.map((size) => size.toFixed(1)).join(', ')} MB\n`)
  const [first = 0] = sizes
  // One page is half a megabyte.
  expect(sizes.at(-1)).toBeLessThan(first + 3)
  // The cache has the last pages.
  requested.length = 0
  await page.goBack()
  await page
    .locator('[data-column=id]')
    .getByText(`${(PAGES - 2) * LIMIT + 1}`)
    .first()
    .waitFor()
  expect(requested).toEqual([])
}, 600_000)
