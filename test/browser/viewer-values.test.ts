/** How the viewer displays numbers, times, NULL, links and names. */
import { testsThatNeed } from '../support/left-out'
import { waitUntil } from '../support/wait-until'
import { ODD_NAMES, PROPERTY_NAMES } from './odd-tables'
import { cellTexts, oddValues } from './odd-values'

const { it } = testsThatNeed('chromium')

const open = oddValues(ODD_NAMES)

/** The properties of elements that the tests read: their TypeScript project has no DOM types. */
interface PaddedElement {
  readonly dataset: Readonly<Record<string, string | undefined>>
}
interface ImageElement {
  readonly naturalWidth: number
}

it('groups digits, rounds binary fractions, and aligns decimal points', async () => {
  const { page, column } = await open('/?table=forms')
  expect(await cellTexts(page, 'a_number_with_quite_a_long_name')).toEqual([
    '1,234,567',
    '7',
    'NULL',
  ])
  expect(await cellTexts(page, 'ratio')).toEqual(['0.142857', '1.5', 'NULL'])
  expect(await column('ratio')).toEqual(['0.14285714285714285', '1.5', 'NULL'])
  const pads = await page
    .locator('[data-column=price]')
    .evaluateAll((cells: PaddedElement[]) => cells.map(({ dataset }) => dataset['pad'] ?? ''))
  expect(pads).toEqual(['0', '', '.00'])
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('radio', { name: '1234.5 (as stored)' }).check()
  expect(await cellTexts(page, 'a_number_with_quite_a_long_name')).toEqual(['1234567', '7', 'NULL'])
})

it('shows instants in local time or in UTC, and their exact text as a tooltip', async () => {
  const { page, column, settle } = await open('/?table=forms')
  expect(await cellTexts(page, 'seen')).toEqual(['2024-03-25 11:21', '2024-03-26 11:21', 'NULL'])
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('radio', { name: 'UTC' }).check()
  expect(await cellTexts(page, 'seen')).toEqual(['2024-03-25 05:51', '2024-03-26 05:51', 'NULL'])
  expect((await column('seen'))[0]).toBe('2024-03-25T05:51:14.128124Z')
  await page.reload()
  await settle()
  expect((await cellTexts(page, 'seen'))[0]).toBe('2024-03-25 05:51')
})

it('distinguishes NULL, an empty text and invisible characters', async () => {
  const { page } = await open('/?table=forms')
  expect(await cellTexts(page, 'site')).toEqual(['https://example.org/a', '""', 'NULL'])
  expect(await cellTexts(page, 'email')).toEqual([
    'ada@example.org',
    'bobZWSP@example.org',
    '·eve@example.org',
  ])
  const sign = page.locator('[data-column=email] .invisible').first()
  expect(await sign.getAttribute('title')).toBe('U+200B')
})

it('shows links, swatches of colours, and images', async () => {
  const { page } = await open('/?table=forms')
  const link = page.locator('[data-column=site] a')
  expect(await link.getAttribute('href')).toBe('https://example.org/a')
  expect(await page.locator('[data-column=email] a').first().getAttribute('href')).toBe(
    'mailto:ada@example.org',
  )
  expect(await page.locator('[data-column=colour] .swatch').count()).toBe(1)
  const image = page.locator('[data-column=picture] img')
  expect(await image.count()).toBe(1)
  await waitUntil(() => image.evaluate(({ naturalWidth }: ImageElement) => naturalWidth === 1))
})

it('marks the matches of the search', async () => {
  const { page } = await open('/?table=forms&filter=IRST')
  expect(await page.locator('[data-column=next] mark').allTextContents()).toEqual(['irst'])
})

it.each(PROPERTY_NAMES)('shows a column named %s beside the others', async (name) => {
  const { header, column } = await open('/?table=teams')
  expect(await column(name)).toEqual([`value of ${name}`])
  const box = await header(name).boundingBox()
  const first = await header('id').boundingBox()
  expect(box?.x).toBeGreaterThan(first?.x ?? Infinity)
  await header(name).click()
  expect(await header(name).getAttribute('aria-sort')).toBe('ascending')
})

it('shows names like values: empty, with invisible characters, or from right to left', async () => {
  const { page, headers } = await open('/?table=odd_names')
  expect(await headers()).toEqual(['""', 'aZWSPb', 'two↵lines', 'עברית'])
  expect(await page.locator('.grid-header-name').last().getAttribute('dir')).toBe('auto')
  await page.getByRole('gridcell').first().dblclick()
  const names = await page.locator('.field-line dt > :first-child').allTextContents()
  expect(names).toEqual(await headers())
})

it('links only to addresses of the web and of mail', async () => {
  const { page } = await open('/?table=links')
  const links = await page.locator('[data-column=t] a').all()
  const targets = await Promise.all(links.map((link) => link.getAttribute('href')))
  expect(targets).toEqual(['https://example.org', 'mailto:ada@example.org'])
})
