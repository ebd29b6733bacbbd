/** Columns with the names of properties that every object of JavaScript has, odd names, and links; viewer-names.stress.ts has more. */
import { effort } from '../support/effort'
import { testsThatNeed } from '../support/left-out'
import { ODD_NAMES, PROPERTY_NAMES } from './odd-tables'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'

const { it } = testsThatNeed('chromium')

const viewer = viewerOver(sqliteDatabase(ODD_NAMES))

it.each(effort(['__proto__'], PROPERTY_NAMES))(
  'shows a column named %s beside the others',
  async (name) => {
    const { header, column } = await viewer.open('/?table=teams')
    expect(await column(name)).toEqual([`value of ${name}`])
    const box = await header(name).boundingBox()
    const first = await header('id').boundingBox()
    expect(box?.x).toBeGreaterThan(first?.x ?? Infinity)
    await header(name).click()
    expect(await header(name).getAttribute('aria-sort')).toBe('ascending')
  },
)

it('shows names like values: empty, with invisible characters, or from right to left', async () => {
  const { page, headers } = await viewer.open('/?table=odd_names')
  expect(await headers()).toEqual(['""', 'aZWSPb', 'two↵lines', 'עברית'])
  expect(await page.locator('.grid-header-name').last().getAttribute('dir')).toBe('auto')
  await page.getByRole('gridcell').first().dblclick()
  const names = await page.locator('.field-line dt > :first-child').allTextContents()
  expect(names).toEqual(await headers())
})

it('links only to addresses of the web and of mail', async () => {
  const { page } = await viewer.open('/?table=links')
  const links = await page.locator('[data-column=t] a').all()
  const targets = await Promise.all(links.map((link) => link.getAttribute('href')))
  expect(targets).toEqual(['https://example.org', 'mailto:ada@example.org'])
})
