/**
 * Rows and values in the viewer: exact numbers on every engine, the others on one, and under stress on every engine. The
 * other tests of the page run on one engine, because the page depends on none.
 */
import type { Locator } from 'playwright-core'
import { everyKind } from '../../fixtures/conformance/every-kind'
import { describeEachEngine, describeOneEngine, withoutApp } from '../support/describe-each-engine'
import { testsThatNeed } from '../support/left-out'
import { viewerFixture, viewerOver } from './viewer-app'

const { it } = testsThatNeed('chromium')

withoutApp(describeEachEngine)('numbers in the viewer', { tables: [everyKind], views: [] }, (t) => {
  const { open } = viewerOver(t)

  it('shows every digit of numbers, also in JSON', async () => {
    const { page, column } = await open('/?table=every_kind&column=id&column=big&column=document')
    expect((await column('big'))[1]).toBe('9223372036854775807')
    expect((await column('document'))[1]).toContain('9007199254740993')
    await page.locator('[data-column=document]').nth(1).dblclick()
    const panel = page.getByRole('complementary', { name: 'Row 2' })
    expect(await panel.locator('[data-field=document]').textContent()).toContain('9007199254740993')
  })
})

withoutApp(describeOneEngine)('the viewer', viewerFixture, (t) => {
  const viewer = viewerOver(t)
  const { open } = viewer

  it('opens the first table, and searches the list of tables', async () => {
    const { page, column, settle } = await open()
    expect(page.url()).toBe(`${viewer.app.origin}/?table=categories`)
    expect(await column('id')).toContain('1')
    expect(await page.getByRole('status').filter({ hasText: 'rows' }).textContent()).toBe('40 rows')
    const list = page.getByRole('navigation', { name: 'Tables' })
    expect(await list.getByRole('link').allTextContents()).toEqual(await viewer.client.tables())
    await list.getByRole('searchbox').fill('CUST')
    expect(await list.getByRole('link').allTextContents()).toEqual(['customers'])
    await list.getByRole('searchbox').press('Enter')
    await settle()
    expect(await page.title()).toBe('customers · Tables')
    expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe('customers')
    expect(await list.locator('[aria-current=page]').textContent()).toBe('customers')
  })

  it('opens a table by the palette', async () => {
    const { page, settle } = await open('/?table=customers')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Open a table' }).fill('prdct')
    await page.keyboard.press('Enter')
    await settle()
    expect(page.url()).toContain('table=products')
    await page.keyboard.press(']')
    await settle()
    expect(page.url()).toContain('page=2')
  })

  it('shows complete values: JSON, long text, and bytes', async () => {
    const { page } = await open('/?table=products', { viewport: { width: 2400, height: 2000 } })
    const { data } = await viewer.client.query({ table: 'products', limit: 50 })
    const rowWith = (column: string): number =>
      data.findIndex((row) => row[column] !== null && row[column] !== '')
    const panel = page.getByRole('complementary')
    const fieldOf = async (column: string, row: number): Promise<Locator> => {
      const cells = page.locator(`[role=row][aria-rowindex="${row + 2}"] [role=gridcell]`)
      await cells.and(page.locator(`[data-column="${column}"]`)).dblclick()
      await panel.getByRole('heading', { name: `Row ${row + 1}` }).waitFor()
      return panel.locator(`[data-field="${column}"]`)
    }
    const json = await fieldOf('attributes', rowWith('attributes'))
    expect(await json.locator('details').count()).toBeGreaterThan(0)
    const value = data[rowWith('attributes')]?.['attributes']
    const document: unknown = typeof value === 'string' ? JSON.parse(value) : value
    for (const key of Object.keys(document as object)) {
      expect(await json.textContent()).toContain(key)
    }
    const withBytes = rowWith('thumbnail')
    const base64 = data[withBytes]?.['thumbnail']
    const bytes = Buffer.from(typeof base64 === 'string' ? base64 : '', 'base64')
    const binary = await fieldOf('thumbnail', withBytes)
    expect(await binary.textContent()).toContain(`${bytes.length} byte`)
    const dump = (await binary.locator('pre').textContent()) ?? ''
    expect(dump.replaceAll(/^.{8}|.{17}$/gm, '').replaceAll(/\s/g, '')).toContain(
      bytes.subarray(0, 16).toString('hex'),
    )
    const name = await fieldOf('name', 0)
    expect(await name.locator('dd').textContent()).toBe(data[0]?.['name'])
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })

  it('copies the page as CSV and as JSON', async () => {
    const { page } = await open('/?table=products&column=name&column=attributes&limit=25')
    const { data } = await viewer.client.query({
      table: 'products',
      columns: ['name', 'attributes'],
      limit: 25,
    })
    const copied = async (format: string): Promise<string> => {
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('radio', { name: format, exact: true }).check()
      await page.getByRole('button', { name: `Copy this page as ${format}` }).click()
      await page.getByText(`25 rows as ${format} copied.`).waitFor()
      return page.evaluate<string>('navigator.clipboard.readText()')
    }
    expect(JSON.parse(await copied('JSON'))).toEqual(data)
    expect(await copied('CSV')).toBe(
      [['name', 'attributes'], ...data.map((row) => [row['name'], row['attributes']])]
        .map((fields) => `${fields.map(csvField).join(',')}\r\n`)
        .join(''),
    )
  })
})

function csvField(value: unknown): string {
  if (value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /[",\r\n]|^\s|\s$|^$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
