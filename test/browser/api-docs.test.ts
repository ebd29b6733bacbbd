/** The page to read and try the API, in a browser; api-docs.stress.ts opens all of it, and has credentials. */
import { complaintsOf } from '../support/browser'
import { testsThatNeed } from '../support/left-out'
import { newPage, serve, tryOut } from './api-docs-page'

const { it } = testsThatNeed('chromium')

it('shows the routes, sends requests, and loads nothing from other origins', async () => {
  const origin = await serve({})
  const page = await newPage()
  const complaints = complaintsOf(page, origin)
  await page.goto(`${origin}/docs`)
  await page.locator('.opblock').first().waitFor()
  const paths = await page.locator('.opblock-get [data-path]').allInnerTexts()
  const shown = paths.map((path) => path.replaceAll('\u200b', ''))
  expect(shown).toEqual(['/query', '/tables', '/tables/{table}'])
  const { status, body } = await tryOut(page, 'listTables')
  expect([status, body]).toEqual(['200', expect.stringContaining('"stock_movements"')])
  expect(complaints).toEqual({ messages: [], elsewhere: [] })
  await page.close()
}, 60_000)
