/**
 * Statistics of a column in the viewer; viewer-statistics.stress.ts has their forms, viewer-sample.stress.ts those of
 * more rows than the page has.
 */
import { testsThatNeed } from '../support/left-out'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'

const { it } = testsThatNeed('chromium')

const viewer = viewerOver(
  sqliteDatabase(`
    create table numbers (id integer primary key, value bigint);
    insert into numbers (value) values (1234567890123456800), (1234567890123456789),
      (1234567890123456801), ('');
    create table long (id integer primary key, text text);
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 10500)
      insert into long select i, null from n`),
)

it('is exact for numbers of any length, and leaves out empty texts', async () => {
  const { page, header } = await viewer.open('/?table=numbers')
  await header('value').click({ button: 'right' })
  const menu = page.getByRole('region', { name: 'Statistics' })
  const figures = await menu.locator('dd').allTextContents()
  expect(figures).toContain('1,234,567,890,123,456,789')
  expect(figures).toContain('1,234,567,890,123,456,801')
  expect(await menu.getByTitle('1234567890123456789', { exact: true }).count()).toBe(1)
})

it('loads up to 10,000 rows, in pages as large as the server allows', async () => {
  const { page, header, requested } = await viewer.open('/?table=long')
  await header('id').click({ button: 'right' })
  const menu = page.getByRole('region', { name: 'Statistics' })
  await menu.getByText('Of the 50 loaded rows').waitFor()
  requested.length = 0
  await menu.getByRole('button', { name: 'Load up to 10,000 rows for this' }).click()
  await menu.getByText('Of 10,000 of 10,500 rows').waitFor()
  await menu.getByRole('button', { name: 'Load again' }).waitFor()
  expect(await menu.locator('dd').allTextContents()).toEqual(['10,000', '0', '1', '10000'])
  const pages = Array.from({ length: 10 }, (_, index) => `page=${index + 1}&limit=1000`)
  expect(requested.map((path) => /page=.*limit=[0-9]+/.exec(path)?.[0])).toEqual([
    'page=1&limit=10000',
    ...pages,
  ])
  // The other columns have been loaded too.
  await page.keyboard.press('Escape')
  await header('text').click({ button: 'right' })
  await page.getByText('Of 10,000 of 10,500 rows').waitFor()
})
