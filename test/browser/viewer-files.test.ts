/** Copies and downloads of the viewer in each format, over a database of odd values. */
import { readFileSync } from 'node:fs'
import type { BrowserContext, Download } from 'playwright-core'
import { testsThatNeed } from '../support/left-out'
import { waitUntil } from '../support/wait-until'
import { LONG, ODD_TABLES } from './odd-tables'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'
import type { ViewerPage, ViewerPageOptions } from './viewer-page'

const { it } = testsThatNeed('chromium')

const file = sqliteDatabase(ODD_TABLES)
const odd = viewerOver(file)
let viewer: ViewerPage

async function openExport(path: string, options: ViewerPageOptions = {}): Promise<void> {
  viewer = await odd.open(path, options)
  await viewer.page.getByRole('button', { name: 'Export' }).click()
}

async function downloaded(format: string): Promise<Download> {
  const { page } = viewer
  await page.getByRole('radio', { name: format, exact: true }).check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByText('3 rows downloaded.').waitFor(),
    page.getByRole('button', { name: /^Download all/ }).click(),
  ])
  return download
}

const read = async (download: Download): Promise<string> =>
  readFileSync(await download.path(), 'utf8')

const SITES = '/?table=forms&column=site'
const TWO = '/?table=forms&column=id&column=site'

it.each([
  ['CSV', SITES, 'site\r\nhttps://example.org/a\r\n""\r\n""\r\n'],
  ['CSV', TWO, 'id,site\r\n1,https://example.org/a\r\n2,""\r\n3,\r\n'],
  ['TSV', TWO, 'id\tsite\r\n1\thttps://example.org/a\r\n2\t""\r\n3\t\r\n'],
  [
    'NDJSON',
    TWO,
    '{"id":1,"site":"https://example.org/a"}\n{"id":2,"site":""}\n{"id":3,"site":null}\n',
  ],
  [
    'Markdown',
    TWO,
    '| id | site |\n| --- | --- |\n| 1 | https://example.org/a |\n| 2 |  |\n| 3 |  |\n',
  ],
])('downloads %s of %s', async (format, path, text) => {
  await openExport(path)
  expect(await read(await downloaded(format))).toBe(text)
})

it('waits if the server asks for it', async () => {
  await openExport(TWO)
  const { page } = viewer
  const json = { error: 'RATE_LIMIT_EXCEEDED', message: 'Not now.', details: {} }
  await page.route(
    /limit=512/,
    (route) => route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json }),
    { times: 2 },
  )
  const download = downloaded('NDJSON')
  await page.getByText('The server asks to wait for 1 second.').waitFor()
  expect((await read(await download)).split('\n')).toHaveLength(4)
})

it('downloads JSON', async () => {
  await openExport(TWO)
  const download = await downloaded('JSON')
  expect(download.suggestedFilename()).toBe('forms.json')
  const { data } = JSON.parse((await odd.app.get('query?table=forms&columns=id,site')).text) as {
    data: unknown
  }
  expect(JSON.parse(await read(download))).toEqual(data)
})

it('writes a byte order mark and NULL if asked, and remembers that', async () => {
  await openExport(TWO)
  const { page } = viewer
  await page.getByRole('checkbox', { name: 'For Excel' }).check()
  await page.getByRole('checkbox', { name: 'Write NULL' }).check()
  const text = await read(await downloaded('CSV'))
  expect(text).toBe('\ufeffid,site\r\n1,https://example.org/a\r\n2,""\r\n3,NULL\r\n')
  await page.reload()
  await page.getByRole('button', { name: 'Export' }).click()
  expect(await page.getByRole('checkbox', { name: 'For Excel' }).isChecked()).toBe(true)
})

it.each([
  ['Copy the URL of the API request', (url: string) => url],
  ['Copy as curl', (url: string) => `curl '${url}'`],
  ['Copy as fetch', (url: string) => `const { data } = await (await fetch("${url}")).json()`],
])('has an entry: %s', async (label, textOf) => {
  await openExport('/?table=forms&sort=id%3Adesc')
  await viewer.page.getByRole('button', { name: label }).click()
  await viewer.page.getByText('copied.').waitFor()
  const url = `${odd.app.origin}/api/table-viewer/query?table=forms&page=1&limit=50&sort=id%3Adesc`
  expect(await viewer.page.evaluate('navigator.clipboard.readText()')).toBe(textOf(url))
})

/** In place of the browser's dialog, which a test cannot operate: a real file of the page's own. */
const chooseFile = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(`
    window.showSaveFilePicker = async ({ suggestedName }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })`)

it('leaves a download alone when the dialog for another one is cancelled', async () => {
  const cancelSecond = (context: BrowserContext): Promise<unknown> =>
    context.addInitScript(`
      let dialogs = 0
      window.showSaveFilePicker = async ({ suggestedName }) => {
        if (++dialogs > 1) throw new DOMException('cancelled', 'AbortError')
        return (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })
      }`)
  await openExport('/?table=long', { prepare: cancelSecond })
  const { page } = viewer
  const held: (() => void)[] = []
  await page.route(/page=2&/, (route) => {
    held.push(() => void route.continue())
  })
  const download = page.getByRole('button', { name: /^Download all/ })
  await download.click()
  await waitUntil(() => held.length === 1)
  await page.getByRole('button', { name: 'Export' }).click()
  await download.click()
  for (const release of held) release()
  await page.getByText('10,500 rows downloaded.').waitFor()
})

it('writes many rows to a file while they arrive', async () => {
  await openExport('/?table=long', { prepare: chooseFile })
  const { page } = viewer
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

it('goes on after a connection is lost', async () => {
  await openExport('/?table=long', { prepare: chooseFile })
  const { page } = viewer
  await page.route(/page=3&/, (route) => route.abort(), { times: 2 })
  await page.getByRole('button', { name: /^Download all/ }).click()
  await page.getByText('10,500 rows downloaded.').waitFor()
})

it('says in the language of the page that the server is not reachable', async () => {
  viewer = await odd.open('/?table=forms', { locale: 'de-DE' })
  const { page } = viewer
  await page.route(/limit=512/, (route) => route.abort())
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: /^Alle 3 Zeilen/ }).click()
  const failure = 'Das Herunterladen ist fehlgeschlagen: Der Server ist nicht erreichbar.'
  await page.getByRole('alert').getByText(failure, { exact: true }).waitFor()
})

it('says that the browser cannot write the file', async () => {
  const failToWrite = (context: BrowserContext): Promise<unknown> =>
    context.addInitScript(`
      const fail = async () => { throw new DOMException('no space', 'QuotaExceededError') }
      window.showSaveFilePicker = async () =>
        ({ createWritable: async () => ({ write: fail, close: fail, abort: fail }) })`)
  await openExport('/?table=long', { prepare: failToWrite })
  const { page } = viewer
  await page.getByRole('button', { name: /^Download all/ }).click()
  const failure = 'The download failed: The browser could not write the file.'
  await page.getByRole('alert').getByText(failure, { exact: true }).waitFor()
})

it('fails if the columns of the table change before the last page', async () => {
  file.run(`
    create table changing (id integer primary key, dropped text, kept text);
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 1200)
      insert into changing select i, 'dropped ' || i, 'kept ' || i from n`)
  odd.app.expireCaches()
  await openExport('/?table=changing')
  const { page } = viewer
  await page.route(/page=3&limit=512/, (route) => {
    file.run('alter table changing drop column dropped')
    odd.app.expireCaches()
    return route.continue()
  })
  await page.getByRole('button', { name: /^Download all/ }).click()
  const failure = 'The download failed: The columns of the table have changed meanwhile.'
  await page.getByRole('alert').getByText(failure).waitFor()
  expect(await page.getByText('rows downloaded').count()).toBe(0)
})
