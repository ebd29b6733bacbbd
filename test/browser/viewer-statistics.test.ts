/** The statistics of a column in the viewer. */
import { testsThatNeed } from '../support/left-out'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'
import type { ViewerPage } from './viewer-page'

const { it } = testsThatNeed('chromium')

/** More rows than a function takes as arguments. */
const MANY = 150_000

const viewer = viewerOver(
  sqliteDatabase(`
    create table many (id integer primary key);
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${MANY})
      insert into many select i from n`),
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
