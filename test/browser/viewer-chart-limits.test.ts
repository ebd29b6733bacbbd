/** Charts of dates, large numbers and odd names in the viewer. @long */
import type { Locator } from 'playwright-core'
import { testsThatNeed } from '../support/left-out'
import { waitUntil } from '../support/wait-until'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'

const { it } = testsThatNeed('chromium')

const LARGE = ['9007199254740993', '9223372036854775807', '-9223372036854775808']

const values = (all: readonly string[]): string =>
  all.map((value, index) => `(${index + 1}, ${value})`).join()

const viewer = viewerOver(
  sqliteDatabase(`
  create table dates (id integer primary key, valid date, same date, near date);
  insert into dates values
    (1, '2010-03-01', '2024-02-29', '2024-02-28'),
    (2, '2020-03-01', '2024-02-29', '2024-02-29'),
    (3, '9999-12-31', '2024-02-29', '2024-03-01');
  ${LARGE.map(
    (value, index) => `
  create table large_${index} (id integer primary key, number bigint);
  insert into large_${index} values ${values([value, value, value])};`,
  ).join('')}
  create table long_numbers (id integer primary key, number bigint);
  insert into long_numbers values ${values(['1700000000001', '1700000000002', '1700000000002'])};
  create table times (id integer primary key, seen timestamp);
  insert into times values ${values(["'1978-08-08T10:00:00'", "'1981-12-06T00:00:00'"])};
  create table weeks (id integer primary key, seen timestamp);
  insert into weeks values ${values(["'2019-01-03T10:00:00'", "'2019-02-14T00:00:00'"])};
  create table names (id integer primary key, "a  b " text, c text);
  insert into names values (1, 'x', 'y'), (2, 'x', 'z');
  create table far (id integer primary key, kind text, huge double, tiny double, number double);
  insert into far values (1, 'a', 1e300, 1e-12, -2e16), (2, 'a', 5e299, 2e-12, 0), (3, 'b', 1e299, 7e-12, 2e16);
  create table fractions (id integer primary key, kind text, share double);
  insert into fractions values (1, 'one kind', 0.14285714285714285), (2, 'one kind', 0.1)`),
)

interface BoxElement {
  readonly scrollWidth: number
  readonly clientWidth: number
  readonly textContent: string
}
interface LineElement {
  readonly cells: ArrayLike<{ readonly textContent: string }>
}

/** Opens the chart of a column. */
async function openChart(table: string, column: string): Promise<Locator> {
  const { page, header } = await viewer.open(`/?table=${table}`, { timezoneId: 'Asia/Kolkata' })
  await header(column).click({ button: 'right' })
  await page.getByRole('button', { name: 'Chart …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Chart of' })
  await dialog.getByText('loaded rows').waitFor()
  return dialog
}

/** The texts of the figures' table, line by line, without its head. */
async function figures(dialog: Locator): Promise<string[][]> {
  await dialog.getByText('The figures as a table').click()
  const lines = dialog.getByRole('region').getByRole('row')
  await lines.first().waitFor()
  const texts = await lines.evaluateAll((all: LineElement[]) =>
    all.map(({ cells }) => Array.from(cells, ({ textContent }) => textContent)),
  )
  return texts.slice(1)
}

it('labels an axis that ends in the year 10000 with years', async () => {
  const dialog = await openChart('dates', 'valid')
  const labels = await dialog.locator('.axes text').allTextContents()
  expect(labels).toEqual(expect.arrayContaining(['4000', '10000']))
  expect(labels.join()).not.toContain('AM')
})

it('divides dates into ranges of whole days', async () => {
  expect(await figures(await openChart('dates', 'same'))).toEqual([
    ['2024-02-29 to before 2024-03-01', '3'],
  ])
  expect(await figures(await openChart('dates', 'near'))).toEqual([
    ['2024-02-28 to before 2024-02-29', '1'],
    ['2024-02-29 to before 2024-03-01', '1'],
    ['2024-03-01 to before 2024-03-02', '1'],
  ])
})

it('begins the first range at or before the first time', async () => {
  const [first] = await figures(await openChart('times', 'seen'))
  expect(first).toEqual(['1978-07-01 to before 1978-10-01', '1'])
})

it('labels the axis of numbers of rows with whole numbers', async () => {
  const dialog = await openChart('times', 'seen')
  const labels = await dialog.locator('.axes text').allTextContents()
  expect(labels.slice(0, 3)).toEqual(['0', '1', expect.stringMatching(/^\w+ \d+$/)])
})

it.each([
  [0, '9,007,199,254,740,990 to before 9,007,199,254,741,000'],
  [1, '9,223,372,036,854,770,000 to before 9,223,372,036,854,780,000'],
  [2, '-9,223,372,036,854,780,000 to before -9,223,372,036,854,770,000'],
])('draws one bar for equal numbers that JavaScript cannot hold: %d', async (index, label) => {
  const dialog = await openChart(`large_${index}`, 'number')
  expect(await figures(dialog)).toEqual([[label, '3']])
  expect(await dialog.locator('.range-bars rect').count()).toBe(1)
})

it('shows every digit of a whole number', async () => {
  expect(await figures(await openChart('long_numbers', 'number'))).toEqual([
    ['1,700,000,000,001', '1'],
    ['1,700,000,000,002', '2'],
  ])
})

it.each([
  ['huge', '2E299', '1E300'],
  ['tiny', '2E-12', '6E-12'],
  ['number', '-1E16', '2E16'],
])('labels the axis of %s numbers with exponents', async (column, ...expected) => {
  const dialog = await openChart('far', column)
  const labels = await dialog.locator('.axes text').allTextContents()
  expect(labels).toEqual(expect.arrayContaining([...expected, '0']))
  expect(labels.filter((label) => label.length > 'Number of rows'.length)).toEqual([])
})

it('shortens a sum with hundreds of digits, and has all of them as its tooltip', async () => {
  const dialog = await openChart('far', 'kind')
  await dialog.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'huge' })
  const sum = dialog.getByRole('cell', { name: '1.5E300' })
  expect(await sum.getAttribute('title')).toBe(`1,500${',000'.repeat(99)}`)
})

it('leaves out labels of an axis that have no room', async () => {
  const dialog = await openChart('weeks', 'seen')
  await dialog.page().setViewportSize({ width: 390, height: 800 })
  const overlaps = (): Promise<string> =>
    dialog.page().evaluate(`(() => {
      const labels = [...document.querySelectorAll('.axes text[y="18"]')].map((one) => one.getBoundingClientRect())
      return labels.length + ' ' + labels.filter(({ left }, at) => at > 0 && left < labels[at - 1].right).length
    })()`)
  await waitUntil(async () => /^[2-9] 0$/.test(await overlaps()))
})

it.each([320, 1280])('has room for long figures in a window of %d pixels', async (width) => {
  const dialog = await openChart('fractions', 'kind')
  await dialog.page().setViewportSize({ width, height: 700 })
  await dialog.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'share' })
  await dialog.getByRole('combobox', { name: 'As' }).selectOption('average')
  await dialog.getByText('0.121428571428571425').waitFor()
  const cut = await dialog
    .locator('.chart-body, .category-bars :is(th, td)')
    .evaluateAll((all: BoxElement[]) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map(({ textContent }) => textContent),
    )
  expect(cut).toEqual([])
})

it('draws a column whose name has blanks at its ends', async () => {
  const dialog = await openChart('names', 'c')
  await dialog.getByRole('combobox', { name: 'By' }).selectOption({ index: 1 })
  expect(await dialog.getByRole('combobox', { name: 'By' }).inputValue()).toBe('a  b ')
  expect(await dialog.getByRole('row').last().textContent()).toBe('x2')
})
