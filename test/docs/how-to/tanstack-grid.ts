/** Bundles docs/how-to/tanstack-table.md unchanged, and uses it in a browser with an API. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Koa from 'koa'
import type { Browser, Page } from 'playwright-core'
import { createTableQueryClient, type TableQuery } from '../../../src/client'
import { BROWSER_START, openBrowser } from '../../support/browser'
import { testsThatNeed } from '../../support/left-out'
import { builtPackage } from '../../support/built-package'
import { codeBlock, substituted } from '../../support/document-code'
import { runCommand } from '../../support/run-command'
import { runFolder } from '../../support/run-folder'
import { serveApp, type ServedApp } from '../../support/serve-app'

export const DOCUMENT = 'docs/how-to/tanstack-table.md'
const root = path.join(__dirname, '../../..')
const html = '<!doctype html><div id="root"></div><script type="module" src="program.tsx"></script>'

/** Serves the page from another origin than the API, as in the document. */
async function serveSite(folder: string): Promise<ServedApp> {
  const files = new Koa()
  files.use((ctx) => {
    const name = ctx.path === '/' ? '/index.html' : ctx.path
    ctx.type = path.extname(name)
    ctx.body = name === '/favicon.ico' ? '' : readFileSync(path.join(folder, 'dist', name))
  })
  return serveApp(files)
}

async function bundle(folder: string, apiUrl: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const modules = path.join(folder, 'node_modules')
  mkdirSync(modules, { recursive: true })
  symlinkSync(builtPackage, path.join(modules, 'tablequery'))
  // Without it, `tablequery` would resolve to the enclosing package itself.
  writeFileSync(path.join(folder, 'package.json'), '{}')
  const code = substituted(codeBlock(DOCUMENT, 'tsx'), {
    'https://data.example/api/table-viewer': apiUrl,
  })
  writeFileSync(path.join(folder, 'program.tsx'), code)
  writeFileSync(path.join(folder, 'index.html'), html)
  const bundler = path.join(root, 'node_modules/vite/bin/vite.js')
  await runCommand(process.execPath, [bundler, 'build', folder, '--logLevel', 'warn'])
}

export interface Api {
  readonly baseUrl: string
  readonly stop: () => unknown
}

export interface Grid {
  /** Available in tests. */
  readonly page: Page
  /** Console errors and exceptions of the page; empty at the end of each test. */
  readonly errors: string[]
}

/**
 * Defines the tests of the grid. Call it in a `describe`.
 * @param name of the bundle's folder
 * @param programs that the tests need besides the browser
 */
export function testGrid(
  name: string,
  programs: readonly string[],
  serveApi: (siteOrigin: string) => Promise<Api>,
): Grid {
  const { afterAll, beforeAll, it } = testsThatNeed('chromium', ...programs)
  const folder = path.join(runFolder, `guide-tanstack-table-${name}`)
  let site: ServedApp
  let api: Api
  let browser: Browser
  let page: Page
  /** Closes everything that was opened, also after a failure: open handles keep Jest running. */
  const closers: (() => unknown)[] = []
  /** Console errors and exceptions of the page. */
  const errors: string[] = []

  beforeAll(async () => {
    site = await serveSite(folder)
    closers.push(() => {
      site.stop()
    })
    api = await serveApi(site.origin)
    closers.push(() => api.stop())
    await bundle(folder, api.baseUrl)
    browser = await openBrowser()
    closers.push(() => browser.close())
  }, BROWSER_START)

  afterAll(async () => {
    for (const close of closers.reverse()) await close()
  })

  beforeEach(async () => {
    page = await browser.newPage()
    page.setDefaultTimeout(10_000)
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.goto(site.origin)
  })

  afterEach(async () => {
    await page.close()
    expect(errors.splice(0)).toEqual([])
  })

  const shownRows = async (): Promise<string[][]> => {
    const rows = await page.locator('tbody tr').all()
    return Promise.all(rows.map((row) => row.locator('td').allTextContents()))
  }

  /** Waits until the page shows a query, and compares its rows with the API. */
  async function expectShown(query: Omit<TableQuery, 'table'>): Promise<void> {
    const client = createTableQueryClient({ baseUrl: api.baseUrl })
    const { data, columns, pagination } = await client.query({ table: 'customers', ...query })
    const { page: number, totalPages, total } = pagination
    const cells = data.map((row) =>
      columns.map((name) => {
        const value = row[name] ?? ''
        return typeof value === 'string' ? value : JSON.stringify(value)
      }),
    )
    const first = page.locator('tbody tr:first-child td:first-child')
    await first.filter({ hasText: new RegExp(`^${cells[0]?.[0]}$`) }).waitFor()
    const status = `Page ${number} of ${totalPages}, ${total} rows`
    await page.locator('output', { hasText: new RegExp(`^${status}$`) }).waitFor()
    expect(await shownRows()).toEqual(cells)
  }

  const NAME = { name: /^name/ }

  it('shows the first page and the next', async () => {
    await expectShown({})
    await page.getByRole('button', { name: 'Next' }).click()
    await expectShown({ page: 2 })
    await page.getByRole('button', { name: 'Previous' }).click()
    await expectShown({ page: 1 })
    expect(await page.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true)
  })

  it('sorts on a click, and goes to the first page', async () => {
    await page.getByRole('button', { name: 'Next' }).click()
    await expectShown({ page: 2 })
    await page.getByRole('button', NAME).click()
    await expectShown({ sort: [{ column: 'name', direction: 'asc' }] })
    await page.getByRole('button', NAME).click()
    await expectShown({ sort: [{ column: 'name', direction: 'desc' }] })
    expect(await page.getByRole('button', NAME).textContent()).toBe('name ▼')
    await page.getByRole('button', NAME).click()
    await expectShown({})
  })

  it('searches on each keystroke, and goes to the first page', async () => {
    await page.getByRole('button', { name: 'Next' }).click()
    await expectShown({ page: 2 })
    await page.getByRole('searchbox').pressSequentially('STRASSE')
    await expectShown({ filter: 'STRASSE' })
    await page.getByRole('button', { name: 'Next' }).click()
    await expectShown({ filter: 'STRASSE', page: 2 })
  })

  return {
    get page() {
      return page
    },
    errors,
  }
}
