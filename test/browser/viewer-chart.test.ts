/**
 * Charts of the viewer; viewer-chart.stress.ts has the pointer, screens and extreme values,
 * viewer-chart-limits.stress.ts axes.
 */
import { testsThatNeed } from '../support/left-out'
import { chartIn, charts, choose, drawnPoints, figures, tableLines } from './charts'

const { it } = testsThatNeed('chromium')

const { openChart } = charts()

it('draws a point for each row that has both values, and reads them by keys', async () => {
  const viewer = await openChart('sales', 'sold')
  const { page } = viewer
  const chart = chartIn(viewer)
  await choose(chart, 'Show', 'price')
  expect(await drawnPoints(chart)).toBe(4)
  await chart
    .getByText('Of the 6 loaded rows · 2 rows without a value that can be drawn are left out')
    .waitFor()
  const plot = chart.getByRole('application', { name: '4 points: price by sold' })
  await plot.focus()
  const status = chart.locator('.plot-figures')
  const read: string[] = []
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'End']) {
    await page.keyboard.press(key)
    read.push((await status.locator('span').allTextContents()).join(' '))
  }
  expect(read).toEqual([
    'sold: 2024-01-15T08:00:00Z price: 0.2 Row 2',
    'sold: 2024-01-27T20:00:00Z price: 0.1 Row 1',
    'sold: 2024-02-05T08:00:00Z price: 9007199254740993 Row 3',
    'sold: 2024-03-01T08:30:00.5Z price: 12.5 Row 4',
  ])
  expect((await figures(chart)).slice(0, 2)).toEqual([
    ['Row', 'sold', 'price'],
    ['2', '2024-01-15T08:00:00Z', '0.2'],
  ])
})

it('sums exactly by ranges of time, in local time or in UTC', async () => {
  const viewer = await openChart('sales', 'sold', { timezoneId: 'Asia/Kolkata' })
  const { page, header } = viewer
  const chart = chartIn(viewer)
  await choose(chart, 'Show', 'price')
  await choose(chart, 'As', 'sum')
  const weeks = ['2024-01-21 to before 2024-01-28', '2024-01-28 to before 2024-02-04']
  // It was Sunday there, the first day of a week, and still Saturday in UTC.
  expect((await figures(chart)).slice(1, 5)).toEqual([
    ['2024-01-14 to before 2024-01-21', '0.2', '1'],
    [weeks[0], '0', '0'],
    [weeks[1], '0.1', '1'],
    ['2024-02-04 to before 2024-02-11', '9,007,199,254,740,993', '1'],
  ])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('radio', { name: 'UTC' }).check()
  await page.keyboard.press('Escape')
  await header('sold').click({ button: 'right' })
  await page.getByRole('button', { name: 'Chart …' }).click()
  expect((await figures(chart)).slice(2, 4)).toEqual([
    [weeks[0], '1'],
    [weeks[1], '0'],
  ])
  await page.keyboard.press('Escape')
  await header('kind').click({ button: 'right' })
  await page.getByRole('button', { name: 'Chart …' }).click()
  await choose(chart, 'Show', 'price')
  expect(await tableLines(chart.getByRole('row'))).toEqual([
    ['kind', 'Number of rows', 'Sum of price'],
    ['map', '2', '9,007,199,254,741,000'],
    ['NULL', '1', '12.5'],
    ['book', '2', '0.3'],
  ])
  await choose(chart, 'As', 'average')
  await chart.getByRole('cell', { name: '0.15', exact: true }).waitFor()
})

it('counts rows by whole numbers and by categories', async () => {
  const chart = chartIn(await openChart('sales', 'rating'))
  expect(await figures(chart)).toEqual([
    ['rating', 'Number of rows'],
    ['1', '1'],
    ['2', '0'],
    ['3', '2'],
    ['4', '0'],
    ['5', '2'],
  ])
  expect(await chart.locator('.range-bars rect').count()).toBe(5)
  await choose(chart, 'By', 'kind')
  expect((await tableLines(chart.getByRole('row'))).slice(1).sort()).toEqual([
    ['""', '1'],
    ['NULL', '1'],
    ['book', '2'],
    ['map', '2'],
  ])
  const options = chart.getByRole('combobox', { name: 'By' }).getByRole('option')
  expect(await options.allTextContents()).toEqual(['id', 'sold', 'price', 'kind', 'rating'])
})
