/** How the viewer displays odd values and wide columns; viewer-values.test.ts has usual values. */
import { testsThatNeed } from '../support/left-out'
import { cellTexts, oddValues } from './odd-values'

const { it } = testsThatNeed('chromium')

const open = oddValues()

it('treats types whose names contain "int" as texts', async () => {
  const { page } = await open('/?table=forms')
  for (const name of ['print_status', 'hint_text']) {
    const cell = page.locator(`[data-column=${name}]`).first()
    expect(await cell.getAttribute('class')).not.toContain('right')
  }
  await page.getByRole('button', { name: 'in all texts' }).click()
  expect(await page.getByRole('checkbox', { name: 'print_status' }).count()).toBe(1)
})

it('does not group the digits of codes', async () => {
  const { page } = await open('/?table=codes')
  expect(await cellTexts(page, 'barcode')).toEqual(['4006381333931'])
  expect(await cellTexts(page, 'ean')).toEqual(['4006381333931'])
  expect(await cellTexts(page, 'amount_of_codes')).toEqual(['4,006,381,333,931'])
})

it('distinguishes no bytes from an empty text', async () => {
  const { page } = await open('/?table=bytes')
  expect(await cellTexts(page, 'stored')).toEqual(['0 bytes', '1 byte'])
  expect(await cellTexts(page, 'name')).toEqual(['""', '·'])
  await page.locator('[data-column=stored]').first().dblclick()
  const panel = page.getByRole('complementary')
  expect(await panel.locator('[data-field=stored] dd').textContent()).toBe('0 bytes')
  expect(await panel.locator('[data-field=name] dd').textContent()).toBe('""')
})

it('cuts a text after three lines with an ellipsis in tall rows', async () => {
  const { page } = await open('/?table=lines', { viewport: { width: 700, height: 700 } })
  const clamp = (): Promise<string> =>
    page.evaluate('getComputedStyle(document.querySelector("[data-column=text]")).webkitLineClamp')
  expect(await clamp()).toBe('none')
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('radio', { name: 'tall' }).check()
  expect(await clamp()).toBe('3')
})

it('indents the members of JSON by their depth', async () => {
  const { page } = await open('/?table=trees')
  await page.locator('[data-column=stored]').first().dblclick()
  const keys = page.locator('.json-key')
  await keys.first().waitFor()
  const lefts = new Map<string, Set<number>>()
  for (const key of await keys.all()) {
    const { x = 0 } = (await key.boundingBox()) ?? {}
    const name = (await key.textContent()) ?? ''
    lefts.set(name, (lefts.get(name) ?? new Set()).add(Math.round(x)))
  }
  expect([...lefts.keys()]).toEqual(['a_name_that_is_long', 'x', 'b', 'c'])
  expect([...(lefts.get('x') ?? [])]).toHaveLength(1)
  for (const name of ['b', 'c']) expect(lefts.get(name)).toEqual(lefts.get('a_name_that_is_long'))
})

it('tells marks and the field of the cursor from the others in forced colours', async () => {
  const { page } = await open('/?table=forms&filter=irst', { forcedColors: 'active' })
  await page.locator('[data-column=next]').first().dblclick()
  const styleOf = (selector: string, name: string): Promise<string> =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${name}`)
  const mark = '.grid-cell.selected mark'
  expect(await styleOf(mark, 'color')).not.toBe(await styleOf(mark, 'backgroundColor'))
  expect(await styleOf(mark, 'backgroundColor')).toBe(await styleOf('dd mark', 'backgroundColor'))
  const border = 'borderLeftColor'
  expect(await styleOf('.field-line:not(.active)', border)).not.toBe(
    await styleOf('.field-line.active', border),
  )
  expect(await styleOf('.search .scope', 'outlineStyle')).toBe('solid')
})

it('clips a long header instead of painting it over its neighbour', async () => {
  const { page, header, settle } = await open('/?table=forms')
  const long = header('a_number_with_quite_a_long_name')
  await long.click()
  for (let step = 0; step < 40; step++) await page.keyboard.press('Alt+Shift+ArrowLeft')
  await settle()
  const [name, cell] = [
    await long.locator('.grid-header-name').boundingBox(),
    await long.boundingBox(),
  ]
  expect(cell?.width).toBeLessThan(80)
  expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual(
    (cell?.x ?? 0) + (cell?.width ?? 0),
  )
  expect(name?.x).toBeGreaterThanOrEqual(cell?.x ?? 0)
})

it.each([
  ['is not always the longest', 'capitals'],
  ['can come once beside others that are repeated', 'repeated'],
  ['has signs of invisible characters', 'signs'],
])('makes a column as wide as its widest text, which %s', async (_title, table) => {
  const { page } = await open(`/?table=${table}`)
  const free = await page.evaluate<number>(`(() => {
    const cell = [...document.querySelectorAll('[data-column=name]')].at(-1)
    const text = document.createRange()
    text.selectNodeContents(cell)
    const { paddingLeft, paddingRight } = getComputedStyle(cell)
    return cell.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) -
      text.getBoundingClientRect().width
  })()`)
  expect(free).toBeGreaterThanOrEqual(0)
})

it('shortens the figures of numbers with hundreds of digits', async () => {
  const { page } = await open('/?table=huge', { viewport: { width: 1280, height: 800 } })
  await page.locator('[data-column=number]').first().click()
  await page.keyboard.press('Control+Shift+End')
  const figures = page.locator('.figures b')
  expect(await figures.allTextContents()).toEqual([
    ...['1.6E308', '5.33333333333333E307', '1E307', '1E308'],
  ])
  expect(await figures.first().getAttribute('title')).toBe(`16${'0'.repeat(307)}`)
})

it('draws the same focus ring in every row', async () => {
  const { page } = await open('/?table=long')
  /** The picture as base64, so that a failure shows both. */
  const ring = async (row: number): Promise<string> => {
    const cell = page.locator('[data-column=text]').nth(row)
    await cell.click()
    // The row under the pointer has another colour.
    await page.mouse.move(5, 5)
    const box = await cell.boundingBox()
    if (!box) throw new Error('the cell is not visible')
    const picture = await page.screenshot({ clip: { ...box, width: 60 } })
    return picture.toString('base64')
  }
  const first = await ring(2)
  expect(await ring(3)).toBe(first)
})
