/** The viewer when two events overlap, e.g. a download and its cancellation. @long */
import { setTimeout } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'
import { bearerTokens, readSecrets } from '../../src'
import { testsThatNeed } from '../support/left-out'
import { gate } from '../support/shared-snapshots'
import { waitUntil } from '../support/wait-until'
import { intercept } from './intercept'
import { LONG, ODD_TABLES } from './odd-tables'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'

const { describe, it } = testsThatNeed('chromium')

const odd = sqliteDatabase(ODD_TABLES)

/** Rows of a request of a download, and the number of requests. */
const PART = 512
const PARTS = Math.ceil(LONG / PART)

/** A file of the page's own, whose write of the last rows waits for `release`. */
const chooseSlowFile = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(`
    let writes = 0
    window.showSaveFilePicker = async ({ suggestedName }) => {
      const folder = await navigator.storage.getDirectory()
      const handle = await folder.getFileHandle(suggestedName, { create: true })
      const stream = await handle.createWritable()
      return Object.assign(handle, {
        createWritable: async () => ({
          write: async (text) => {
            if (++writes === ${PARTS}) await new Promise((resolve) => (window.release = resolve))
            await stream.write(text)
          },
          close: () => stream.close().then(() => (window.ended = 'closed')),
          abort: () => stream.abort().then(() => (window.ended = 'aborted')),
        }),
      })
    }`)

/** Names of the files of the page's own. */
const FILES = 'navigator.storage.getDirectory().then((folder) => Array.fromAsync(folder.keys()))'

describe('the viewer, at the same time,', () => {
  const { open } = viewerOver(odd)

  it('drops a page number that is typed when the page changes', async () => {
    const { page, settle } = await open('/?table=long&page=3')
    await settle()
    await page.keyboard.press('[')
    await page.waitForURL(/page=2/)
    const field = page.locator('.page-number')
    await field.fill('1')
    await page.goBack()
    await page.waitForURL(/page=3/)
    await settle()
    expect(await field.inputValue()).toBe('3')
  })

  it('keeps Ctrl+K from the browser while the palette loads, and shows its table', async () => {
    const { page, settle } = await open('/?table=long')
    await page.setViewportSize({ width: 360, height: 640 })
    const { opened, open: letLoad } = gate()
    await intercept(page, /assets\/palette/, async (route) => {
      await opened
      await route.continue()
    })
    await page.evaluate(`window.prevented = []
      addEventListener('keydown', (event) => {
        if (event.key === 'k') window.setTimeout(() => window.prevented.push(event.defaultPrevented))
      }, true)`)
    await page.getByRole('button', { name: 'Tables', exact: true }).click()
    for (let times = 0; times < 2; times++) await page.keyboard.press('Control+k')
    letLoad()
    await page.getByRole('combobox', { name: 'Open a table' }).fill('huge')
    expect(await page.evaluate('window.prevented')).not.toContain(false)
    await page.keyboard.press('Enter')
    await page.waitForURL(/table=huge/)
    await settle()
    expect(await page.locator('main[inert]').count()).toBe(0)
    await page.unroute(/assets\/palette/)
  })

  it('writes no file if the download is cancelled during its last write', async () => {
    const { page } = await open('/?table=long', { prepare: chooseSlowFile })
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: /^Download all/ }).click()
    await waitUntil(() => page.evaluate('window.release !== undefined'))
    await page.getByRole('button', { name: 'Cancel download' }).click()
    await page.evaluate('window.release()')
    await waitUntil(() => page.evaluate('window.ended !== undefined'))
    expect(await page.evaluate('window.ended')).toBe('aborted')
    await waitUntil(async () => (await page.evaluate<string[]>(FILES)).length === 0)
    expect(await page.getByText('rows downloaded').count()).toBe(0)
  })

  it('does not apply columns of one table to another', async () => {
    const { page, settle } = await open('/?table=long')
    await page.getByRole('link', { name: 'forms', exact: true }).click()
    await settle()
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByRole('button', { name: 'None' }).click()
    // Before the pause after which the choice is applied.
    await page.getByRole('checkbox', { name: 'site' }).evaluate(
      `document.querySelectorAll('.column-list input[type=checkbox]')[8].click()
       setTimeout(() => history.back(), 20)`,
    )
    await page.getByRole('heading', { name: 'long' }).waitFor()
    await settle()
    expect(page.url()).toMatch(/table=long$/)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('leaves the columns to the back button while the list of columns is open', async () => {
    const { page, settle, headers } = await open('/?table=forms&column=id&column=site&column=next')
    const choose = async (name: string): Promise<void> => {
      const before = page.url()
      await page.getByRole('checkbox', { name }).uncheck()
      await waitUntil(() => page.url() !== before)
      await settle()
    }
    await page.getByRole('button', { name: 'Columns 3/12' }).click()
    await choose('site')
    await page.goBack()
    await settle()
    // Longer than the pause after which a choice is applied.
    await setTimeout(1000)
    expect(await headers()).toEqual(['id', 'site', 'next'])
    expect(await page.getByRole('checkbox', { name: 'site' }).isChecked()).toBe(true)
    await choose('next')
    expect(await headers()).toEqual(['id', 'site'])
    await page.goBack()
    await settle()
    expect(await headers()).toEqual(['id', 'site', 'next'])
  })

  it('keeps the position in the row panel when a row is inserted above', async () => {
    const { page } = await open('/?table=forms', { viewport: { width: 1280, height: 400 } })
    await page.locator('[data-column=next]').nth(1).dblclick()
    const panel = page.getByRole('complementary')
    const scroll = (to: string): Promise<number> =>
      page.evaluate(`(() => {
        const fields = document.querySelector('.row-panel dl')
        ${to}
        return fields.scrollTop
      })()`)
    const before = await scroll('fields.scrollTo(0, 10_000)')
    expect(before).toBeGreaterThan(100)
    odd.run("insert into forms (id, next) values (0, 'zeroth')")
    await page.getByRole('button', { name: 'Load again' }).click()
    await panel.getByRole('heading', { name: 'Row 3' }).waitFor()
    expect(await panel.locator('[data-field=next] dd').textContent()).toBe('second')
    expect(await scroll('')).toBe(before)
  })
})

describe('the viewer with credentials', () => {
  const secrets = readSecrets([{ name: 'ada', secret: 'correct-horse-battery-staple' }])
  const { open } = viewerOver(odd, { authenticate: [bearerTokens(secrets)] })

  it('ends a download when the user signs out: one file has rows of one user', async () => {
    const { page } = await open('/?table=long', { prepare: chooseSlowFile })
    await page.getByRole('textbox', { name: 'Token' }).fill('correct-horse-battery-staple')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: /^Download all/ }).click()
    await waitUntil(() => page.evaluate('window.release !== undefined'))
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.evaluate('window.release()')
    await waitUntil(() => page.evaluate('window.ended !== undefined'))
    expect(await page.evaluate('window.ended')).toBe('aborted')
    await waitUntil(async () => (await page.evaluate<string[]>(FILES)).length === 0)
    expect(await page.getByRole('button', { name: 'Cancel download' }).count()).toBe(0)
  })
})
