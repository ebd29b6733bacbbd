/**
 * Charts of the viewer: the pointer, many rows, the palette, narrow screens and extreme values; viewer-chart.test.ts
 * has the usual ones.
 */
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
