/** The viewer loads rows again that another program has changed. */
import { testsThatNeed } from '../support/left-out'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'

const { it } = testsThatNeed('chromium')

const file = sqliteDatabase(`
  create table measures (id integer primary key, ratio double);
  insert into measures values (1, 0.30000000000000004)`)
const viewer = viewerOver(file)

it('shows exact numbers that have changed', async () => {
  const { page, column } = await viewer.open('/?table=measures')
  expect(await column('ratio')).toEqual(['0.30000000000000004'])
  file.run('update measures set ratio = 0.7000000000000001')
  await page.getByRole('button', { name: 'Load again' }).click()
  await page.locator('[data-column=ratio][title="0.7000000000000001"]').waitFor()
})
