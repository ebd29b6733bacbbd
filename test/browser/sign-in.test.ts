/** The viewer with authentication. @long */
import { testsThatNeed } from '../support/left-out'
import { intercept } from './intercept'
import { KEY, listedTables, TOKEN, viewerOfClerks } from './sign-in-app'
import type { ViewerPage } from './viewer-page'

const { it } = testsThatNeed('chromium')

const clerks = viewerOfClerks()
const refusing = viewerOfClerks('refuse')
let viewer: ViewerPage
beforeEach(async () => {
  viewer = await clerks.open()
})

it('refuses a wrong token, and shows only the tables that a valid token may read', async () => {
  const { page, settle, headers } = viewer
  expect(await page.getByRole('heading', { name: 'Sign in' }).isVisible()).toBe(true)
  expect(await listedTables(viewer.page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect(await page.locator('input:focus:invalid').count()).toBe(1)
  await page.getByLabel('Token', { exact: true }).fill('wrong')
  await page.keyboard.press('Enter')
  await page.getByText('Sign-in failed: the token is not valid.').waitFor()
  await settle()
  await page.getByLabel('Token', { exact: true }).fill(TOKEN)
  expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('grid').waitFor()
  await settle()
  expect(await listedTables(viewer.page)).toEqual(['customers'])
  expect(await headers()).toContain('email')
  await page.reload()
  await settle()
  expect(await listedTables(viewer.page)).toEqual(['customers'])
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await page.getByRole('grid').count()).toBe(0)
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
  expect(await listedTables(viewer.page)).toEqual(['customers'])
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
  await page.goto(`${clerks.app.origin}/?table=customers&column=name`)
  await page.getByRole('gridcell').first().waitFor()
  // The route handler never responds.
  await intercept(page, /\/api\//, () => undefined)
  await page.getByRole('button', { name: 'Sign out' }).click()
  expect(await page.getByRole('gridcell').count()).toBe(0)
  expect(await listedTables(viewer.page)).toEqual([])
})

it('keeps the choices of the user after a refusal, and says the same flaw again', async () => {
  const { page, settle } = viewer
  const secret = page.getByLabel('API key', { exact: true })
  await page.getByRole('radio', { name: 'an API key' }).check()
  await page.getByText('Names of the headers').click()
  await page.getByLabel('Header of the key').fill('X-Other-Key')
  await page.getByLabel('Header of the user').fill('X-Other-User')
  await page.getByLabel('User (if the server needs one)').fill('bob')
  await secret.fill('wrong')
  await page.keyboard.press('Enter')
  await page.getByText(/^Sign-in failed/).waitFor()
  await settle()
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
  await intercept(
    page,
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
  await settle()
  await page.getByLabel('Token', { exact: true }).fill(TOKEN)
  await page.keyboard.press('Enter')
  await page.getByText('51–100 of 2,000 rows').waitFor()
})

it('accepts a token with the name of its scheme, as in a header', async () => {
  const { page } = viewer
  await page.getByLabel('Token', { exact: true }).fill(`Bearer ${TOKEN}`)
  await page.keyboard.press('Enter')
  await page.getByRole('grid').waitFor()
})

it('is not asked for again because of one table that the caller may not read', async () => {
  const { page } = await refusing.open('/?table=categories')
  await page.getByLabel('Token', { exact: true }).fill(TOKEN)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Not allowed' }).waitFor()
  await page.getByRole('link', { name: 'customers' }).last().click()
  await page.getByRole('grid').waitFor()
})

it('gets no letter of a search that ends in it', async () => {
  const { page, settle } = viewer
  const token = page.getByLabel('Token', { exact: true })
  await token.fill(TOKEN)
  await token.press('Enter')
  await page.getByRole('grid').waitFor()
  await intercept(page, /\/query\?/, (route) => route.continue({ headers: {} }))
  await page.getByRole('searchbox', { name: 'Search in customers' }).pressSequentially('hi')
  await token.waitFor()
  await settle()
  await page.keyboard.type('dden')
  expect(await token.inputValue()).toBe('')
  expect(await page.evaluate('document.activeElement.tagName')).toBe('FORM')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
