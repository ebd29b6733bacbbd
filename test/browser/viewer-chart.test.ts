/** Charts of the viewer; viewer-chart-limits.test.ts has dates, large numbers and odd names. @long */
import { testsThatNeed } from '../support/left-out'
import { chartIn, charts, choose, drawnPoints, figures, tableLines } from './charts'

const { it } = testsThatNeed('chromium')

const { open, openChart } = charts(`
  create table extremes (id integer primary key, tiny double, huge double, mixed double, seen timestamptz, word text);
  insert into extremes values
    (1, 5e-324, 1.7e308, 5e-324, '+275760-09-12T00:00:00Z', 'NULL'),
    (2, 1e-323, -1.7e308, 1.7e308, '0001-01-01T00:00:00Z', null),
    (3, 2.5e-308, 1e300, 1, '+120000-01-01T00:00:00Z', '"NULL"'),
    (4, 0, -1e300, -1, '-100000-01-01T00:00:00Z', '')`)

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

it('shows the exact figures at the pointer', async () => {
  const viewer = await openChart('sales', 'id')
  const chart = chartIn(viewer)
  await choose(chart, 'Show', 'rating')
  const box = await chart.locator('.points').boundingBox()
  // The point at the top left has the smallest id of those with the largest rating.
  await viewer.page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 5, (box?.y ?? 0) + 4)
  await chart.locator('.plot-figures').getByText('id: 2').waitFor()
  expect(await chart.locator('.plot-figures span').allTextContents()).toEqual([
    'id: 2',
    'rating: 5',
    'Row 2',
  ])
})

it('draws up to 10,000 rows, and shows how many', async () => {
  const chart = chartIn(await openChart('long', 'id'))
  await choose(chart, 'Show', 'square')
  expect(await drawnPoints(chart)).toBe(50)
  await chart.getByRole('button', { name: 'Load up to 10,000 rows for this' }).click()
  await chart.getByText('Of 10,000 of 10,500 rows').waitFor()
  await chart.getByRole('application', { name: '10,000 points: square by id' }).waitFor()
  expect(await drawnPoints(chart)).toBe(10_000)
  await figures(chart)
  await chart.getByText('The first 500 of 10,000').waitFor()
  await choose(chart, 'By', 'name')
  await choose(chart, 'Show', 'Number of rows')
  const lines = await tableLines(chart.getByRole('row'))
  expect(lines).toHaveLength(22)
  expect(lines.at(-1)).toEqual(['30 other values', '6,000'])
})

it('opens by the palette, loads its code only then, and closes with Escape', async () => {
  const viewer = await open('/?table=sales')
  const { page } = viewer
  const chart = chartIn(viewer)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.getByRole('grid').focus()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Open a table' }).fill('chart')
  await page.keyboard.press('Enter')
  await chart.getByText('loaded rows').waitFor()
  expect(loaded.filter((url) => /chart-dialog.*\.js$/.test(url))).toHaveLength(1)
  expect(await chart.getByRole('combobox', { name: 'By' }).inputValue()).toBe('sold')
  await page.keyboard.press('Escape')
  await chart.waitFor({ state: 'detached' })
  expect(await page.getByRole('grid').evaluate('document.activeElement.role')).toBe('grid')
})

it('fits a narrow screen, in German', async () => {
  const viewer = await open('/?table=sales', {
    viewport: { width: 390, height: 800 },
    locale: 'de-DE',
  })
  const { page } = viewer
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Tabelle öffnen' }).fill('Diagramm')
  await page.keyboard.press('Enter')
  const chart = page.getByRole('dialog', { name: 'Diagramm von sales' })
  await chart.getByRole('combobox', { name: 'Zeigen' }).selectOption({ label: 'price' })
  const box = await chart.boundingBox()
  const drawing = await chart.locator('svg').last().boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  expect(drawing?.width).toBeGreaterThan(250)
  expect(drawing?.width).toBeLessThanOrEqual(box?.width ?? 0)
  const body = chart.locator('.chart-body')
  expect(await body.evaluate('document.querySelector(".chart-body").scrollWidth')).toBe(
    await body.evaluate('document.querySelector(".chart-body").clientWidth'),
  )
})

it.each(['tiny', 'huge', 'mixed', 'seen'])('draws the extreme values of %s', async (column) => {
  const chart = chartIn(await openChart('extremes', column))
  const lines = await figures(chart)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.flat().join(' ')).not.toMatch(/NaN|Infinity|∞|Invalid/)
})

it('has a bar for NULL, and others for texts that look like it', async () => {
  const chart = chartIn(await openChart('extremes', 'word'))
  const lines = await tableLines(chart.getByRole('row'))
  const labels = lines.slice(1).map(([label]) => label)
  expect(new Set(labels)).toEqual(new Set(['NULL', '"NULL"', '""NULL""', '""']))
})
