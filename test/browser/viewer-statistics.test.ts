/** Statistics of a column in the viewer; viewer-sample.test.ts has those of more rows than the page has. @long */
import { testsThatNeed } from '../support/left-out'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'
import type { ViewerPage } from './viewer-page'

/** The properties of elements that the tests read: their TypeScript project has no DOM types. */
interface BoxElement {
  readonly scrollWidth: number
  readonly clientWidth: number
  readonly textContent: string
}

/** The first range of a histogram. */
const FIRST = '.histogram title >> nth=0'

const { it } = testsThatNeed('chromium')

/** More rows than a function takes as arguments. */
const MANY = 150_000

const database = sqliteDatabase(`
    create table many (id integer primary key);
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${MANY})
      insert into many select i from n;
    create table times (id integer primary key, seen timestamptz, wall timestamp);
    insert into times values (1, '2024-02-29T20:00:00Z', '2024-02-29T20:00:00'),
      (2, '2024-02-29T21:20:00Z', '2024-02-29T21:20:00');
    create table texts (id integer primary key, text text);
    insert into texts values (1, '${'a'.repeat(100)}'), (2, '${'a'.repeat(100)}'), (3, 'b');
    create table figures (id integer primary key, price numeric, ratio double, same bigint, huge double);
    insert into figures values (1, 1234.5, 0.14285714285714285, 1234567, 1e300),
      (2, 48145.5, 5.5, 1234567, 1);
    create table mixed (id integer primary key, amount integer, seen datetime);
    insert into mixed values (1, 10, '2024-01-01 10:00'), (2, 12, '2024-06-01 10:00'), (3, ' ', 'room 5'),
      (4, '0x10', 12);
    create table days (id integer primary key, seen timestamptz);
    insert into days values (1, '2024-02-01T20:00:00Z'), (2, '2024-04-21T20:00:00Z');
    create table numbers (id integer primary key, value bigint);
    insert into numbers (value) values (1234567890123456800), (1234567890123456789),
      (1234567890123456801), ('');
    create table long (id integer primary key, text text);
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 10500)
      insert into long select i, null from n`)
const viewer = viewerOver(database)
const large = viewerOver(database, { maxLimit: MANY })

const statistics = async ({ page, header }: ViewerPage, column: string): Promise<string> => {
  await header(column).click({ button: 'right' })
  return (await page.getByRole('region', { name: 'Statistics' }).textContent()) ?? ''
}

it('has the statistics of a page of many rows', async () => {
  const opened = await large.open(`/?table=many&limit=${MANY}`)
  expect(await statistics(opened, 'id')).toContain(`Smallest1Largest${MANY}`)
})

it.each([
  ['times', 'seen', '2024-03-01 01:30 to 2024-03-01 01:35: 1 row'],
  ['times', 'wall', '2024-02-29 20:00 to 2024-02-29 20:05: 1 row'],
  ['days', 'seen', '2024-02-02 to 2024-02-07: 1 row'],
])('has the ranges of %s.%s in the zone of the cells', async (table, column, range) => {
  const opened = await viewer.open(`/?table=${table}`, { timezoneId: 'Asia/Kolkata' })
  await statistics(opened, column)
  expect(await opened.page.locator(FIRST).textContent()).toBe(range)
})

it('shows all of the smallest and the largest time', async () => {
  const opened = await viewer.open('/?table=times')
  await statistics(opened, 'seen')
  const cut = await opened.page
    .locator('.summary dd')
    .evaluateAll((all: BoxElement[]) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map(({ textContent }) => textContent),
    )
  expect(cut).toEqual([])
})

it('has all of a long frequent value as its tooltip', async () => {
  const opened = await viewer.open('/?table=texts')
  await statistics(opened, 'text')
  const value = opened.page.locator('.frequent li').first().locator('.clipped')
  expect(await value.getAttribute('title')).toBe('a'.repeat(100))
})

it.each([
  ['en-US', 'price', ['1,234.5', '48,145.5'], '1,235 to 4,166: 1 row'],
  ['de-DE', 'price', ['1.234,5', '48.145,5'], '1.235 bis 4.166: 1 Zeile'],
  ['de-DE', 'ratio', ['0,142857', '5,5'], '0,1429 bis 0,4777: 1 Zeile'],
  ['de-DE', 'id', ['1', '2'], '1 bis 1,063: 1 Zeile'],
])('has numbers in the form of the cells: %s, %s', async (locale, column, ends, range) => {
  const { page, header } = await viewer.open('/?table=figures', { locale })
  await header(column).click({ button: 'right' })
  const figures = await page.locator('.summary dd').allTextContents()
  expect(figures.slice(2)).toEqual(ends)
  expect(await page.locator(FIRST).textContent()).toBe(range)
})

it('has numbers as stored if the cells do', async () => {
  const { page, header } = await viewer.open('/?table=figures')
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('radio', { name: '1234.5 (as stored)' }).check()
  await page.keyboard.press('Escape')
  await header('price').click({ button: 'right' })
  expect((await page.locator('.summary dd').allTextContents()).slice(2)).toEqual([
    '1234.5',
    '48145.5',
  ])
  expect(await page.locator(FIRST).textContent()).toBe('1235 to 4166: 1 row')
})

it('copies the selected text of the menu instead of the selected cells', async () => {
  const opened = await viewer.open('/?table=texts')
  const { page } = opened
  await page.getByRole('gridcell').first().click()
  await statistics(opened, 'text')
  const value = "document.querySelector('.frequent li:nth-child(2) .clipped')"
  await page.evaluate(`getSelection().selectAllChildren(${value})`)
  await page.keyboard.press('Control+c')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('b')
})

it.each([
  ['amount', 'Smallest10Largest12'],
  ['seen', 'Smallest2024-01-01 10:00Largest2024-06-01 10:00'],
])('counts no text of %s as a value, and no chart shows one', async (column, ends) => {
  const opened = await viewer.open('/?table=mixed')
  expect(await statistics(opened, column)).toContain(ends)
  await opened.page.getByRole('button', { name: 'Chart …' }).click()
  await opened.page.getByText('2 rows without a value that can be drawn').waitFor()
})

it('has times and frequent values in the form of the cells, and the exact ones as tooltips', async () => {
  const opened = await viewer.open('/?table=times', { timezoneId: 'Asia/Kolkata' })
  await statistics(opened, 'seen')
  const ends = opened.page.locator('.summary dd')
  expect((await ends.allTextContents()).slice(2)).toEqual(['2024-03-01 01:30', '2024-03-01 02:50'])
  expect(await ends.last().getAttribute('title')).toBe('2024-02-29T21:20:00Z')
  const { page, header } = await viewer.open('/?table=figures')
  await header('same').click({ button: 'right' })
  expect(await page.locator('.frequent .clipped').allTextContents()).toEqual(['1,234,567'])
})

it('has ranges of huge numbers with exponents', async () => {
  const { page, header } = await viewer.open('/?table=figures')
  await header('huge').click({ button: 'right' })
  expect(await page.locator(FIRST).textContent()).toBe('1E0 to 6.25E298: 1 row')
})

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
