/** The viewer with authentication; sign-in.stress.ts has what is rare. */
import { testsThatNeed } from '../support/left-out'
import { KEY, listedTables, TOKEN, viewerOfClerks } from './sign-in-app'
import type { ViewerPage } from './viewer-page'

const { it } = testsThatNeed('chromium')

const clerks = viewerOfClerks()
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
