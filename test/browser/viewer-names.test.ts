/**
 * Columns with odd names, and values that are almost others, in the viewer; viewer-values.test.ts has names and
 * links.
 */
import { testsThatNeed } from '../support/left-out'
import { intercept } from './intercept'
import { ODD_NAMES, PROPERTY_NAMES } from './odd-tables'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'

const { it } = testsThatNeed('chromium')

/** Levels of a JSON text. */
const DEPTH = 10_000

const viewer = viewerOver(
  sqliteDatabase(`${ODD_NAMES};
    create table nested (id integer primary key, t text);
    insert into nested values (1, '${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}');
    create table kinds (id integer primary key, size Small_Large, bare);
    create table long (id integer primary key, stored json);
    insert into long values (1, '{"a": "${'b'.repeat(20_000)}"}');
    create table pictures (id integer primary key, picture blob);
    insert into pictures values (1, 'UklGR!!!'), (2, 'UklGRg==')`),
)

it('copies no value of a column with the name of a property while its rows load', async () => {
  const hidden = PROPERTY_NAMES.map((name) => `&hide=${name}`).join('')
  const { page, header } = await viewer.open(`/?table=teams${hidden}`)
  await intercept(page, /\/query\?/, () => undefined)
  await page.getByRole('button', { name: 'Show all columns' }).click()
  await header('constructor').waitFor()
  await page.locator('[data-column=constructor]').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('1\t\t\t\t')
  await page.locator('[data-column=constructor]').click()
  await page.keyboard.press('Alt+ArrowDown')
  const statistics = page.getByRole('region', { name: 'Statistics' })
  expect(await statistics.textContent()).toContain('Different values0NULL1')
})

it('shows a text in a column of bytes that begins like a picture', async () => {
  const { column } = await viewer.open('/?table=pictures')
  expect(await column('picture')).toHaveLength(2)
})

it('opens a row with JSON of thousands of levels', async () => {
  const { page } = await viewer.open('/?table=nested')
  await page.getByRole('gridcell').last().dblclick()
  await page.locator('details.json').first().waitFor({ timeout: 5000 })
  // The third level, which is closed at first.
  const third = page.locator('details.json details.json details.json')
  expect(await third.locator('details.json').count()).toBe(0)
  await third.locator('summary').first().click()
  await third.locator('details.json').first().waitFor()
})

it('shows the start of a long text in a tree', async () => {
  const { page } = await viewer.open('/?table=long')
  await page.getByRole('gridcell').last().dblclick()
  expect((await page.locator('.json-leaf').textContent())?.length).toBe(10_001)
  await page.getByText('The text has 20,002 characters').waitFor()
})

it('shows types as the database writes them', async () => {
  const { page, header } = await viewer.open('/?table=kinds')
  expect(await header('bare').getAttribute('title')).toMatch(/^bare: click to sort/)
  await header('size').click({ button: 'right' })
  expect(await page.locator('.column-title .hint').textContent()).toBe('Small_Large')
})

it('moves a column with an empty name by drag and drop', async () => {
  const { page, headers } = await viewer.open('/?table=odd_names')
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const items = page.locator('.column-list li')
  await items.first().dragTo(items.nth(2))
  await page.keyboard.press('Escape')
  await page.waitForURL(/column=/)
  expect((await headers()).indexOf('""')).toBe(2)
})

it('cuts a number with thousands of digits in its cell, and shows all of it in the panel', async () => {
  const digits = '7'.repeat(5000)
  const { page } = await viewer.open('/?table=links', {
    prepare: (context) =>
      context.route(/\/query\?/, async (route) => {
        const response = await route.fetch()
        await route.fulfill({
          response,
          body: (await response.text()).replace('"id":1', `"id":${digits}`),
        })
      }),
  })
  const cell = page.locator('[data-column=id]').first()
  expect(await cell.textContent()).toBe(`${'7'.repeat(300)}…`)
  await cell.dblclick()
  expect(await page.locator('[data-field=id] dd').textContent()).toBe(digits)
})

const empty = viewerOver(sqliteDatabase(''))

it('says once that there are no tables', async () => {
  const { page } = await empty.open('/')
  await page.getByText('There are no readable tables.').waitFor()
  expect(await page.getByText('No table matches.').count()).toBe(0)
})

it('prints dark text on paper, also in the dark theme', async () => {
  const { page } = await viewer.open('/?table=links')
  const colour = 'getComputedStyle(document.body).color'
  await page.emulateMedia({ media: 'print', colorScheme: 'light' })
  const light = await page.evaluate<string>(colour)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await page.evaluate<string>(colour)).toBe(light)
})
