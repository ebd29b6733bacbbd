/** Downloads of the viewer in each format, and downloads that wait, fail or are cancelled. @long */
import type { BrowserContext } from 'playwright-core'
import { testsThatNeed } from '../support/left-out'
import { waitUntil } from '../support/wait-until'
import { chooseFile, downloadedAs, textOf } from './export-menu'
import { intercept } from './intercept'
import { ODD_TABLES } from './odd-tables'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'
import type { ViewerPage, ViewerPageOptions } from './viewer-page'

const { it } = testsThatNeed('chromium')

const file = sqliteDatabase(ODD_TABLES)
const odd = viewerOver(file)

async function openExport(path: string, options: ViewerPageOptions = {}): Promise<ViewerPage> {
  const viewer = await odd.open(path, options)
  await viewer.page.getByRole('button', { name: 'Export' }).click()
  return viewer
}

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
  const { page } = await openExport(path)
  expect(await textOf(await downloadedAs(page, format))).toBe(text)
})

it('waits if the server asks for it', async () => {
  const { page } = await openExport(TWO)
  const json = { error: 'RATE_LIMIT_EXCEEDED', message: 'Not now.', details: {} }
  await intercept(
    page,
    /limit=512/,
    (route) => route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json }),
    { times: 2 },
  )
  const download = downloadedAs(page, 'NDJSON')
  await page.getByText('The server asks to wait for 1 second.').waitFor()
  expect((await textOf(await download)).split('\n')).toHaveLength(4)
})

it('leaves a download alone when the dialog for another one is cancelled', async () => {
  const cancelSecond = (context: BrowserContext): Promise<unknown> =>
    context.addInitScript(`
      let dialogs = 0
      window.showSaveFilePicker = async ({ suggestedName }) => {
        if (++dialogs > 1) throw new DOMException('cancelled', 'AbortError')
        return (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })
      }`)
  const { page } = await openExport('/?table=long', { prepare: cancelSecond })
  const held: (() => void)[] = []
  await intercept(page, /page=2&/, (route) => {
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

it('goes on after a connection is lost', async () => {
  const { page } = await openExport('/?table=long', { prepare: chooseFile })
  await intercept(page, /page=3&/, (route) => route.abort(), { times: 2 })
  await page.getByRole('button', { name: /^Download all/ }).click()
  await page.getByText('10,500 rows downloaded.').waitFor()
})

it('says in the language of the page that the server is not reachable', async () => {
  const { page } = await odd.open('/?table=forms', { locale: 'de-DE' })
  await intercept(page, /limit=512/, (route) => route.abort())
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
  const { page } = await openExport('/?table=long', { prepare: failToWrite })
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
  const { page } = await openExport('/?table=changing')
  await intercept(page, /page=3&limit=512/, (route) => {
    file.run('alter table changing drop column dropped')
    odd.app.expireCaches()
    return route.continue()
  })
  await page.getByRole('button', { name: /^Download all/ }).click()
  const failure = 'The download failed: The columns of the table have changed meanwhile.'
  await page.getByRole('alert').getByText(failure).waitFor()
  expect(await page.getByText('rows downloaded').count()).toBe(0)
})
