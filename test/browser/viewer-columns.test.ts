/** Hidden columns of the viewer: in the address, in requests and in files. */
import { testsThatNeed } from '../support/left-out'
import { allRows } from './export-menu'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'

const { it } = testsThatNeed('chromium')

/** Names of 400 columns, which have 14,000 characters together. */
const MANY = Array.from({ length: 400 }, (_, index) => `measurement_of_the_quarter_${index}_in_eur`)

const FILL = 'with recursive n (i) as (select 1 union all select i + 1 from n where i < 60) insert'

const file = sqliteDatabase(`
  create table people (id integer primary key, name text, note text, city text);
  ${FILL} into people select i, 'name ' || i, 'note ' || i, 'city ' || i from n;
  create table visits (id integer primary key, name text, note text, city text);
  ${FILL} into visits select i, 'name ' || i, 'note ' || i, 'city ' || i from n;
  create table wide (id integer primary key, ${MANY.map((name) => `${name} integer`).join()});
  insert into wide (id) values (1), (2)`)
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

it('requests rows once that are refused, also with a hidden column', async () => {
  const { page, requested } = await open('/?table=%00&hide=name')
  await page.getByText('Invalid request').first().waitFor()
  const count = requested.length
  await page.waitForTimeout(500)
  expect(requested.length).toBe(count)
})

it('opens a table of many columns again of which one is hidden', async () => {
  const { page, header, headers, settle, requested } = await open('/?table=wide')
  const [hidden = '', next = ''] = MANY
  await header(hidden).click({ button: 'right' })
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  await settle()
  expect(page.url()).toMatch(new RegExp(`\\?table=wide&hide=${hidden}$`))
  // Their names are too long for an address.
  expect(requested.at(-1)).not.toContain('columns=')
  const response = await page.reload()
  expect(response?.status()).toBe(200)
  await settle()
  expect((await headers()).slice(0, 2)).toEqual(['id', next])
  const [names = '', values = ''] = (await allRows(page)).split('\r\n')
  expect(names).toBe(['id', ...MANY.slice(1)].join())
  expect(values.split(',')).toHaveLength(MANY.length)
  await page.locator('[data-column=id]').first().dblclick()
  await page.getByRole('button', { name: 'Copy the row as JSON' }).click()
  await page.getByText('Row copied.').waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(copied).toContain(next)
  expect(copied).not.toContain(hidden)
})

it('opens a table of many columns again of which one was moved', async () => {
  const { page, header, headers, settle } = await open('/?table=wide')
  await header(MANY[0] ?? '').click({ button: 'right' })
  await page.getByRole('button', { name: 'Move left' }).click()
  await settle()
  expect((await page.reload())?.status()).toBe(200)
  await settle()
  expect((await headers()).slice(0, 2)).toEqual([MANY[0], 'id'])
  await page.goBack()
  await settle()
  expect((await headers()).slice(0, 2)).toEqual(['id', MANY[0]])
})

it('takes names of the address in another case for those of the table', async () => {
  const { page, headers, column, settle } = await open('/?table=people&column=NAME&sort=ID%3Adesc')
  await settle()
  expect(await headers()).toEqual(['name'])
  expect((await column('name'))[0]).toBe('name 60')
  expect(page.url()).toMatch(/sort=id%3Adesc&column=name$/)
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

it('accepts a search that the server and the address can carry', async () => {
  const { page, settle, requested } = await open('/?table=people')
  const field = page.getByRole('searchbox', { name: 'Search in people' })
  await field.focus()
  await page.keyboard.insertText('x'.repeat(20_000))
  await page.waitForURL(/filter=/)
  await settle()
  expect(requested.at(-1)).toMatch(/filter=x{1000}(?!x)/)
  expect((await page.reload())?.status()).toBe(200)
  await page.getByText('No row has').waitFor()
})
