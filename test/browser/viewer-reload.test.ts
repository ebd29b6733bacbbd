/** The viewer loads rows again that another program has changed. */
import { testsThatNeed } from '../support/left-out'
import { waitUntil } from '../support/wait-until'
import { intercept } from './intercept'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'

const { it } = testsThatNeed('chromium')

const file = sqliteDatabase(`
  create table measures (id integer primary key, ratio double);
  insert into measures values (1, 0.30000000000000004);
  create table people (id integer primary key, name text, note text);
  with recursive n (i) as (select 1 union all select i + 1 from n where i < 120)
    insert into people select i, 'name ' || i, 'note ' || i from n;
  create table leaving (id integer primary key)`)
const viewer = viewerOver(file)

it('shows exact numbers that have changed', async () => {
  const { page, column } = await viewer.open('/?table=measures')
  expect(await column('ratio')).toEqual(['0.30000000000000004'])
  file.run('update measures set ratio = 0.7000000000000001')
  await page.getByRole('button', { name: 'Load again' }).click()
  await page.locator('[data-column=ratio][title="0.7000000000000001"]').waitFor()
})

it('shows columns that were renamed and dropped as they are now', async () => {
  const { page, headers, column } = await viewer.open('/?table=people')
  expect(await headers()).toEqual(['id', 'name', 'note'])
  file.run('alter table people rename column name to title; alter table people drop column note')
  viewer.app.expireCaches()
  const held: (() => void)[] = []
  await intercept(page, /\/tables\/people$/, (route) => {
    held.push(() => void route.continue())
  })
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.locator('[data-column=id]', { hasText: '51' }).waitFor()
  // The rows have no such value, which is not the same as NULL.
  expect(new Set(await column('name'))).toEqual(new Set(['']))
  await waitUntil(() => held.length > 0)
  for (const release of held) release()
  await page.locator('[data-column=title]').first().waitFor()
  expect(await headers()).toEqual(['id', 'title'])
  expect((await column('title'))[0]).toBe('name 51')
})

it('lists the tables as they are now after one is not found', async () => {
  const { page } = await viewer.open('/?table=people')
  const list = page.getByRole('navigation', { name: 'Tables' })
  file.run('alter table leaving rename to arrived')
  viewer.app.expireCaches()
  await list.getByRole('link', { name: 'leaving' }).click()
  await page.getByRole('heading', { name: 'Table not found' }).waitFor()
  await list.getByRole('link', { name: 'arrived' }).waitFor()
  expect(await list.getByRole('link', { name: 'leaving' }).count()).toBe(0)
})
