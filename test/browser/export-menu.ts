/** Copies and files of the viewer's menu “Export”. */
import { readFileSync } from 'node:fs'
import type { BrowserContext, Download, Page } from 'playwright-core'

/** Opens the menu, and chooses a format. */
export async function exportAs(page: Page, format: string): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('radio', { name: format, exact: true }).check()
}

/** Opens the menu, and copies the selection. */
export async function copied(page: Page, format: string): Promise<string> {
  await exportAs(page, format)
  await page.getByRole('button', { name: `Copy the selection as ${format}` }).click()
  await page.getByText(/^\d rows? as \w+ copied\.$/).waitFor()
  return page.evaluate<string>('navigator.clipboard.readText()')
}

/** @returns the file that a button of the open menu downloads */
export async function downloaded(page: Page, name: string | RegExp): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ])
  return download
}

/** Opens the menu. @returns the text of the file with all rows */
export async function allRows(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click()
  return textOf(await downloaded(page, /^Download all/))
}

/** @returns the file with all rows in a format of the open menu */
export async function downloadedAs(page: Page, format: string): Promise<Download> {
  await page.getByRole('radio', { name: format, exact: true }).check()
  const [download] = await Promise.all([
    downloaded(page, /^Download all/),
    page.getByText('3 rows downloaded.').waitFor(),
  ])
  return download
}

export const textOf = async (download: Download): Promise<string> =>
  readFileSync(await download.path(), 'utf8')

/** In place of the browser's dialog, which a test cannot operate: a real file of the page's own. */
export const chooseFile = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(`
    window.showSaveFilePicker = async ({ suggestedName }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })`)
