/** The page to read and try the API, in a browser. */
import { apiKeys, readSecrets } from '../../src'
import { complaintsOf } from '../support/browser'
import { testsThatNeed } from '../support/left-out'
import { newPage, serve, tryOut } from './api-docs-page'

const { it } = testsThatNeed('chromium')

it('shows each route, sends requests, and loads nothing from other origins', async () => {
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
  const collapsed = page.locator('.opblock-get:not(.is-open) .opblock-summary-control')
  while ((await collapsed.count()) > 0) await collapsed.first().click()
  await page.locator('.opblock-get .responses-wrapper').nth(2).waitFor()
  expect(complaints).toEqual({ messages: [], elsewhere: [] })
  await page.close()
}, 60_000)

it('sends the entered credentials, also to an API without a mount path', async () => {
  const secrets = readSecrets([{ name: 'ada', secret: 'correct-horse-battery' }])
  const authenticate = [apiKeys(secrets, { key: 'X-Key', user: 'X-User-ID' })]
  const origin = await serve({ authenticate, mountPath: '/' })
  const page = await newPage()
  await page.goto(`${origin}/docs/`)
  await page.locator('.btn.authorize').click()
  await page.locator('.auth-container input').fill('correct-horse-battery')
  await page.locator('.auth-btn-wrapper .authorize').click()
  await page.locator('.btn-done').click()
  expect((await tryOut(page, 'listTables')).status).toBe('200')
  await page.close()
}, 60_000)
