/** Columns with the names of properties that every object of JavaScript has, and values that are almost others. */
import { viewerOver } from './viewer-app'
import { sqliteDatabase } from './sqlite-database'
import { testsThatNeed } from '../support/left-out'

const { it } = testsThatNeed('chromium')

/** Levels of a JSON text. */
const DEPTH = 10_000

const NAMES = ['constructor', 'toString', '__proto__', 'hasOwnProperty']

const viewer = viewerOver(
  sqliteDatabase(`
    create table teams (id integer primary key, ${NAMES.map((name) => `"${name}" text`).join()});
    insert into teams values (1, ${NAMES.map((name) => `'value of ${name}'`).join()});
    create table nested (id integer primary key, t text);
    insert into nested values (1, '${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}');
    create table links (id integer primary key, t text);
    insert into links (t) values ('search-ms://query=x@evil.example'), ('data://text/html,x@x.example'),
      ('https://example.org'), ('ada@example.org'),
      ('x@y.example?body=hi'), ('x@y.example.org?body=hi');
    create table kinds (id integer primary key, size Small_Large, bare);
    create table odd_names ("" text, "a\u200bb" text, "two\nlines" text, "עברית" text);
    insert into odd_names values ('first', 'second', 'third', 'fourth');
    create table long (id integer primary key, stored json);
    insert into long values (1, '{"a": "${'b'.repeat(20_000)}"}');
    create table pictures (id integer primary key, picture blob);
    insert into pictures values (1, 'UklGR!!!'), (2, 'UklGRg==')`),
)

it.each(NAMES)('shows a column named %s beside the others', async (name) => {
  const { header, column } = await viewer.open('/?table=teams')
  expect(await column(name)).toEqual([`value of ${name}`])
  const box = await header(name).boundingBox()
  const first = await header('id').boundingBox()
  expect(box?.x).toBeGreaterThan(first?.x ?? Infinity)
  await header(name).click()
  expect(await header(name).getAttribute('aria-sort')).toBe('ascending')
})

it('copies no value of such a column while its rows load', async () => {
  const hidden = NAMES.map((name) => `&hide=${name}`).join('')
  const { page, header } = await viewer.open(`/?table=teams${hidden}`)
  await page.route(/\/query\?/, () => undefined)
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

it('shows names like values: empty, with invisible characters, or from right to left', async () => {
  const { page, headers } = await viewer.open('/?table=odd_names')
  expect(await headers()).toEqual(['""', 'aZWSPb', 'two↵lines', 'עברית'])
  expect(await page.locator('.grid-header-name').last().getAttribute('dir')).toBe('auto')
  await page.getByRole('gridcell').first().dblclick()
  const names = await page.locator('.field-line dt > :first-child').allTextContents()
  expect(names).toEqual(await headers())
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

it('links only to addresses of the web and of mail', async () => {
  const { page } = await viewer.open('/?table=links')
  const links = await page.locator('[data-column=t] a').all()
  const targets = await Promise.all(links.map((link) => link.getAttribute('href')))
  expect(targets).toEqual(['https://example.org', 'mailto:ada@example.org'])
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
