/** The viewer with authentication: refused and odd credentials; sign-in.test.ts has the usual ones. */
import { testsThatNeed } from '../support/left-out'
import { listedTables, TOKEN, viewerOfClerks } from './sign-in-app'
import type { ViewerPage } from './viewer-page'

const { it } = testsThatNeed('chromium')

const clerks = viewerOfClerks()
const refusing = viewerOfClerks('refuse')
let viewer: ViewerPage
beforeEach(async () => {
  viewer = await clerks.open()
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
  await page.route(/\/api\//, () => undefined)
  await page.getByRole('button', { name: 'Sign out' }).click()
  expect(await page.getByRole('gridcell').count()).toBe(0)
  expect(await listedTables(viewer.page)).toEqual([])
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
  await page.route(/\/query\?/, (route) => route.continue({ headers: {} }))
  await page.getByRole('searchbox', { name: 'Search in customers' }).pressSequentially('hi')
  await token.waitFor()
  await settle()
  await page.keyboard.type('dden')
  expect(await token.inputValue()).toBe('')
  expect(await page.evaluate('document.activeElement.tagName')).toBe('FORM')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
