/** Hidden and dropped columns of the viewer; viewer-columns.stress.ts has tables of many columns and odd addresses. */
import { testsThatNeed } from '../support/left-out'
import { allRows } from './exports'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'

const { it } = testsThatNeed('chromium')

const FILL = 'with recursive n (i) as (select 1 union all select i + 1 from n where i < 60) insert'

const file = sqliteDatabase(`
  create table people (id integer primary key, name text, note text, city text);
  ${FILL} into people select i, 'name ' || i, 'note ' || i, 'city ' || i from n;
  create table visits (id integer primary key, name text, note text, city text);
  ${FILL} into visits select i, 'name ' || i, 'note ' || i, 'city ' || i from n`)
const viewer = viewerOver(file)
const { open } = viewer

it('has a hidden column in the address, and requests the others', async () => {
  const { page, header, headers, settle, requested } = await open('/?table=people')
  await header('note').click({ button: 'right' })
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  await settle()
  expect(page.url()).toMatch(/\?table=people&hide=note$/)
  expect(requested.at(-1)).toMatch(/&columns=id%2Cname%2Ccity$/)
  await page.reload()
  await settle()
  expect(await headers()).toEqual(['id', 'name', 'city'])
  expect(requested.at(-1)).toMatch(/&columns=id%2Cname%2Ccity$/)
  expect(await allRows(page)).toMatch(/^id,name,city\r\n1,name 1,city 1\r\n/)
  await page.getByRole('button', { name: 'Show all columns' }).click()
  await settle()
  expect(await headers()).toEqual(['id', 'name', 'note', 'city'])
})

it('shows the other columns after one of them was dropped', async () => {
  const { page, headers, column, settle } = await open('/?table=visits&hide=name')
  file.run('alter table visits drop column note')
  viewer.app.expireCaches()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.locator('[data-column=id]', { hasText: '51' }).waitFor()
  await settle()
  expect(await headers()).toEqual(['id', 'city'])
  expect((await column('city'))[0]).toBe('city 51')
  expect(await page.getByRole('alert').count()).toBe(0)
})
