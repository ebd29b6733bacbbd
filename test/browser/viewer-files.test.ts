/**
 * Downloads and copies of the viewer, over a database of odd values; viewer-downloads.test.ts has failures,
 * viewer-selection.test.ts other selections.
 */
import type { Page } from 'playwright-core'
import { testsThatNeed } from '../support/left-out'
import { chooseFile, copied, downloaded, downloadedAs, exportAs, textOf } from './export-menu'
import { LONG, ODD_TABLES } from './odd-tables'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'
import type { ViewerPage, ViewerPageOptions } from './viewer-page'

const { it } = testsThatNeed('chromium')

const odd = viewerOver(sqliteDatabase(ODD_TABLES))

async function openExport(path: string, options: ViewerPageOptions = {}): Promise<ViewerPage> {
  const viewer = await odd.open(path, options)
  await viewer.page.getByRole('button', { name: 'Export' }).click()
  return viewer
}

const TWO = '/?table=forms&column=id&column=site'

it('downloads JSON', async () => {
  const { page } = await openExport(TWO)
  const download = await downloadedAs(page, 'JSON')
  expect(download.suggestedFilename()).toBe('forms.json')
  const { data } = JSON.parse((await odd.app.get('query?table=forms&columns=id,site')).text) as {
    data: unknown
  }
  expect(JSON.parse(await textOf(download))).toEqual(data)
})

it('writes a byte order mark and NULL if asked, and remembers that', async () => {
  const { page } = await openExport(TWO)
  await page.getByRole('checkbox', { name: 'For Excel' }).check()
  await page.getByRole('checkbox', { name: 'Write NULL' }).check()
  const text = await textOf(await downloadedAs(page, 'CSV'))
  expect(text).toBe('\ufeffid,site\r\n1,https://example.org/a\r\n2,""\r\n3,NULL\r\n')
  await page.reload()
  await page.getByRole('button', { name: 'Export' }).click()
  expect(await page.getByRole('checkbox', { name: 'For Excel' }).isChecked()).toBe(true)
})

const ENTRIES: readonly (readonly [label: string, requestOf: (url: string) => string])[] = [
  ['Copy the URL of the API request', (url: string) => url],
  ['Copy as curl', (url: string) => `curl '${url}'`],
  ['Copy as fetch', (url: string) => `const { data } = await (await fetch("${url}")).json()`],
]

it.each(ENTRIES)('has an entry: %s', async (label, requestOf) => {
  const { page } = await openExport('/?table=forms&sort=id%3Adesc')
  await page.getByRole('button', { name: label }).click()
  await page.getByText('copied.').waitFor()
  const url = `${odd.app.origin}/api/table-viewer/query?table=forms&page=1&limit=50&sort=id%3Adesc`
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(requestOf(url))
})

it('writes many rows to a file while they arrive', async () => {
  const { page } = await openExport('/?table=long', { prepare: chooseFile })
  await page.getByRole('button', { name: /^Download all/ }).click()
  await page.getByText('10,500 rows downloaded.').waitFor()
  const lines = await page.evaluate<number>(`(async () => {
    const folder = await navigator.storage.getDirectory()
    const file = await (await folder.getFileHandle('long.csv')).getFile()
    return (await file.text()).split('\\r\\n').length
  })()`)
  // The header, the rows, and the end of the last line.
  expect(lines).toBe(LONG + 2)
})

const COLUMNS = '/?table=forms&column=id&column=site&column=next'

/** The columns `site` and `next` of the last two rows. */
async function selectCells(page: Page): Promise<void> {
  await page.locator('[data-column=site]').nth(1).click()
  await page
    .locator('[data-column=next]')
    .nth(2)
    .click({ modifiers: ['Shift'] })
}

const COPIES: readonly (readonly [format: string, text: string])[] = [
  ['CSV', 'site,next\r\n"",second\r\n,third\r\n'],
  ['TSV', 'site\tnext\r\n""\tsecond\r\n\tthird\r\n'],
  ['JSON', '[\n{"site":"","next":"second"},\n{"site":null,"next":"third"}\n]\n'],
  ['NDJSON', '{"site":"","next":"second"}\n{"site":null,"next":"third"}\n'],
  ['Markdown', '| site | next |\n| --- | --- |\n|  | second |\n|  | third |\n'],
]

it.each(COPIES)(
  'copies the selection as %s, with its columns and rows alone',
  async (format, text) => {
    const { page } = await odd.open(COLUMNS)
    await selectCells(page)
    // Some systems change the line ends of copied texts.
    const lines = (one: string): string[] => one.split(/\r?\n/)
    expect(lines(await copied(page, format))).toEqual(lines(text))
  },
)

it('saves the selection and the page as files, with the options of all files', async () => {
  const { page } = await odd.open(COLUMNS)
  await selectCells(page)
  await exportAs(page, 'CSV')
  await page.getByRole('checkbox', { name: 'For Excel' }).check()
  await page.getByRole('checkbox', { name: 'Write NULL' }).check()
  const selection = await downloaded(page, 'Download the selection as CSV')
  expect(selection.suggestedFilename()).toBe('forms-selection.csv')
  expect(await textOf(selection)).toBe('\ufeffsite,next\r\n"",second\r\nNULL,third\r\n')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await downloaded(page, 'Download this page as CSV')
  expect(file.suggestedFilename()).toBe('forms-page-1.csv')
  expect((await textOf(file)).split('\r\n')).toHaveLength(5)
})
