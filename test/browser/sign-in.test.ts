/** The viewer with authentication. */
import type { Browser } from 'playwright-core'
import { apiKeys, bearerTokens, permissionsBy, readPermissions, readSecrets } from '../../src'
import { readBuiltPage, type BuiltPage } from '../../src/http/pages/built-page'
import { viewerRoutes } from '../../src/http/viewer-page/routes'
import { hostileShop } from '../../fixtures/conformance/hostile-shop/hostile-shop'
import { BROWSER_START, openBrowser } from '../support/browser'
import { testsThatNeed } from '../support/left-out'
import { describeOneEngine } from '../support/describe-each-engine'
import { startTestApp, type TestApp } from '../support/test-app'
import { builtPage } from '../support/built-package'
import { openViewer, type ViewerPage } from './viewer-page'

const { afterAll, beforeAll, it } = testsThatNeed('chromium')

let browser: Browser
let built: BuiltPage
beforeAll(async () => {
  built = await readBuiltPage(builtPage('viewer'))
  browser = await openBrowser()
}, BROWSER_START)
afterAll(() => browser.close())

const TOKEN = 'correct-horse-battery-staple'
const KEY = 'quite-another-long-secret'

const tables = hostileShop.tables.filter(({ name }) => ['customers', 'categories'].includes(name))

describeOneEngine('signing in', { tables, views: [] }, (t) => {
  let app: TestApp
  let viewer: ViewerPage
  beforeAll(async () => {
    const rules = readPermissions({ roles: { clerk: { allow: ['customers'] } } })
    app = await startTestApp(t.database.url, {
      otherRoutes: [viewerRoutes({ page: built })],
      authenticate: [
        bearerTokens(readSecrets([{ name: 'ada', secret: TOKEN, roles: ['clerk'] }])),
        apiKeys(readSecrets([{ name: 'bot', secret: KEY, user: 'bob', roles: ['clerk'] }]), {
          key: 'X-Shop-Key',
          user: 'X-User-ID',
        }),
      ],
      permissionOf: permissionsBy(rules),
    })
  })
  afterAll(() => app.stop())

  beforeEach(async () => {
    viewer = await openViewer(browser, `${app.origin}/`)
  })
  afterEach(async () => {
    await viewer.context.close()
    expect(viewer.complaints()).toEqual([])
  })

  const listedTables = (): Promise<string[]> =>
    viewer.page.getByRole('navigation', { name: 'Tables' }).getByRole('link').allTextContents()

  it('refuses a wrong token, and shows only the tables that a valid token may read', async () => {
    const { page, settle, headers } = viewer
    expect(await page.getByRole('heading', { name: 'Sign in' }).isVisible()).toBe(true)
    expect(await listedTables()).toEqual([])
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect(await page.locator('input:focus:invalid').count()).toBe(1)
    await page.getByLabel('Token', { exact: true }).fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByText('Sign-in failed: the token is not valid.').waitFor()
    await page.getByLabel('Token', { exact: true }).fill(TOKEN)
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('grid').waitFor()
    await settle()
    expect(await listedTables()).toEqual(['customers'])
    expect(await headers()).toContain('email')
    await page.reload()
    await settle()
    expect(await listedTables()).toEqual(['customers'])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.getByRole('grid').count()).toBe(0)
  })

  it('explains a token that HTTP cannot carry, and does not store it', async () => {
    const { page, settle } = viewer
    await page.getByLabel('Token', { exact: true }).fill('correct\u2013horse')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('HTTP headers cannot carry the character “–”').waitFor()
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    await page.getByLabel('Token', { exact: true }).fill(TOKEN)
    await page.keyboard.press('Enter')
    await page.getByRole('grid').waitFor()
    await settle()
  })

  it('hides the rows at sign-out, before the server responds', async () => {
    const { page } = viewer
    await page.getByLabel('Token', { exact: true }).fill(TOKEN)
    await page.keyboard.press('Enter')
    await page.getByRole('grid').waitFor()
    await page.goto(`${app.origin}/?table=customers&column=name`)
    await page.getByRole('gridcell').first().waitFor()
    // The route handler never responds.
    await page.route(/\/api\//, () => undefined)
    await page.getByRole('button', { name: 'Sign out' }).click()
    expect(await page.getByRole('gridcell').count()).toBe(0)
    expect(await listedTables()).toEqual([])
  })

  it('sends an API key and its user in the header that the server names', async () => {
    const { page, settle } = viewer
    await page.getByRole('radio', { name: 'an API key' }).check()
    await page.getByLabel('API key', { exact: true }).fill(KEY)
    await page.getByLabel('User (if the server needs one)').fill('bob')
    await page.getByText('Names of the headers').click()
    expect(await page.getByLabel('Header of the key').inputValue()).toBe('X-Shop-Key')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('grid').waitFor()
    await settle()
    expect(await listedTables()).toEqual(['customers'])
  })

  it('keeps the choices of the user after a refusal, and says the same flaw again', async () => {
    const { page } = viewer
    const secret = page.getByLabel('API key', { exact: true })
    await page.getByRole('radio', { name: 'an API key' }).check()
    await page.getByText('Names of the headers').click()
    await page.getByLabel('Header of the key').fill('X-Other-Key')
    await page.getByLabel('Header of the user').fill('X-Other-User')
    await page.getByLabel('User (if the server needs one)').fill('bob')
    await secret.fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByText(/^Sign-in failed/).waitFor()
    expect(await page.getByRole('radio', { name: 'an API key' }).isChecked()).toBe(true)
    expect(await secret.inputValue()).toBe('')
    expect(await page.getByLabel('User (if the server needs one)').inputValue()).toBe('bob')
    expect(await page.getByLabel('Header of the key').inputValue()).toBe('X-Other-Key')
    expect(await page.getByLabel('Header of the user').inputValue()).toBe('X-Other-User')
    await secret.fill('\u2013')
    await page.keyboard.press('Enter')
    const flaw = await page.getByText('HTTP headers cannot carry').elementHandle()
    await page.keyboard.press('Enter')
    expect(await flaw.evaluate((one: { isConnected: boolean }) => one.isConnected)).toBe(false)
  })

  it('tries a token again that the server has refused once', async () => {
    const { page, settle } = viewer
    await page.getByLabel('Token', { exact: true }).fill(TOKEN)
    await page.keyboard.press('Enter')
    await page.getByRole('grid').waitFor()
    await settle()
    await page.route(
      /page=2&/,
      (route) => {
        const headers = Object.entries(route.request().headers())
        const others = headers.filter(([name]) => name !== 'authorization')
        return route.continue({ headers: Object.fromEntries(others) })
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Next page' }).click()
    await page
      .getByRole('alert')
      .getByText(/^Sign-in failed/)
      .waitFor()
    await page.getByLabel('Token', { exact: true }).fill(TOKEN)
    await page.keyboard.press('Enter')
    await page.getByText('51–100 of 2,000 rows').waitFor()
  })

  it('stores credentials for one tab, not in the URL or in cookies', async () => {
    const { page, context, settle } = viewer
    await page.getByLabel('Token', { exact: true }).fill(TOKEN)
    await page.keyboard.press('Enter')
    await page.getByRole('grid').waitFor()
    await settle()
    expect(page.url()).not.toContain(TOKEN)
    expect(await context.cookies()).toEqual([])
    const other = await context.newPage()
    await other.goto(page.url())
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('accepts a token with the name of its scheme, as in a header', async () => {
    const { page } = viewer
    await page.getByLabel('Token', { exact: true }).fill(`Bearer ${TOKEN}`)
    await page.keyboard.press('Enter')
    await page.getByRole('grid').waitFor()
  })

  it('is not asked for again because of one table that the caller may not read', async () => {
    const refusing = await startTestApp(t.database.url, {
      otherRoutes: [viewerRoutes({ page: built })],
      authenticate: [bearerTokens(readSecrets([{ name: 'ada', secret: TOKEN, roles: ['clerk'] }]))],
      permissionOf: permissionsBy(
        readPermissions({ roles: { clerk: { allow: ['customers'] } } }),
        'refuse',
      ),
    })
    const { page, context } = await openViewer(browser, `${refusing.origin}/?table=categories`)
    await page.getByLabel('Token', { exact: true }).fill(TOKEN)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Not allowed' }).waitFor()
    await page.getByRole('link', { name: 'customers' }).last().click()
    await page.getByRole('grid').waitFor()
    await context.close()
    await refusing.stop()
  })

  it('gets no letter of a search that ends in it', async () => {
    const { page, settle } = viewer
    const token = page.getByLabel('Token', { exact: true })
    await token.fill(TOKEN)
    await token.press('Enter')
    await page.getByRole('grid').waitFor()
    await page.route(/\/query\?/, (route) => route.continue({ headers: {} }))
    await page.getByRole('searchbox', { name: 'Search in customers' }).pressSequentially('hi')
    await token.waitFor()
    await settle()
    await page.keyboard.type('dden')
    expect(await token.inputValue()).toBe('')
    expect(await page.evaluate('document.activeElement.tagName')).toBe('FORM')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
