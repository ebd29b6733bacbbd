/** The statistics of a column in the viewer. */
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

const viewer = viewerOver(
  sqliteDatabase(`
    create table many (id integer primary key);
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${MANY})
      insert into many select i from n;
    create table times (id integer primary key, seen timestamptz, wall timestamp);
    insert into times values (1, '2024-02-29T20:00:00Z', '2024-02-29T20:00:00'),
      (2, '2024-02-29T21:20:00Z', '2024-02-29T21:20:00');
    create table texts (id integer primary key, text text);
    insert into texts values (1, '${'a'.repeat(100)}'), (2, '${'a'.repeat(100)}'), (3, 'b');
    create table days (id integer primary key, seen timestamptz);
    insert into days values (1, '2024-02-01T20:00:00Z'), (2, '2024-04-21T20:00:00Z')`),
  { maxLimit: MANY },
)

const statistics = async ({ page, header }: ViewerPage, column: string): Promise<string> => {
  await header(column).click({ button: 'right' })
  return (await page.getByRole('region', { name: 'Statistics' }).textContent()) ?? ''
}

it('has the statistics of a page of many rows', async () => {
  const opened = await viewer.open(`/?table=many&limit=${MANY}`)
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
