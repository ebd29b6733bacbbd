/** Where the focus of the keyboard is in the viewer after an action. @long */
import { bearerTokens, readSecrets } from '../../src'
import { testsThatNeed } from '../support/left-out'
import { waitUntil } from '../support/wait-until'
import { focused, press } from './focused-element'
import { intercept } from './intercept'
import { ODD_TABLES } from './odd-tables'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'

const { it } = testsThatNeed('chromium')

const TOKEN = 'correct-horse-battery-staple'

const database = sqliteDatabase(ODD_TABLES)
const { open } = viewerOver(database)
const secured = viewerOver(database, {
  authenticate: [bearerTokens(readSecrets([{ name: 'ada', secret: TOKEN }]))],
})

const ACTIONS: readonly (readonly [path: string, button: string])[] = [
  ['/?table=forms&sort=id%3Aasc', 'Do not sort by id'],
  ['/?table=forms&column=id', 'Show all columns'],
  ['/?table=forms&sort=id%3Aasc', 'Reset the view'],
  ['/?table=forms&filter=zzzz', 'Clear the search'],
  ['/?table=forms&page=9', 'Go to the last page'],
]

it.each(ACTIONS)('goes from %s to the rows after “%s”', async (path, name) => {
  const viewer = await open(path)
  await viewer.page.getByRole('button', { name }).last().press('Enter')
  expect(await focused(viewer)).toBe('grid')
})

it('goes to the rows after signing in, and to the form after signing out', async () => {
  const viewer = await secured.open('/?table=forms')
  const { page } = viewer
  const token = page.getByLabel('Token', { exact: true })
  await token.fill('a wrong one')
  await token.press('Enter')
  await page.getByRole('alert').waitFor()
  // The page moves the focus to the form soon after it appears.
  await viewer.settle()
  await token.fill(TOKEN)
  await token.press('Enter')
  await page.getByRole('grid').waitFor()
  expect(await focused(viewer)).toBe('grid')
  await press(page, 'Sign out')
  await token.waitFor()
  await waitUntil(async () => (await page.evaluate('document.activeElement.type')) === 'password')
})

it('is on each link of a row by Tab', async () => {
  const { page } = await open('/?table=forms')
  await page.locator('[data-column=site]').first().dblclick()
  await page.getByRole('complementary', { name: 'Row 1' }).waitFor()
  const found: string[] = []
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab')
    found.push(await page.evaluate<string>('document.activeElement.href ?? ""'))
  }
  expect(found.filter((link) => !link.includes('table='))).toEqual(
    expect.arrayContaining(['https://example.org/a', 'mailto:ada@example.org']),
  )
  expect(await page.locator('[role=grid] a[tabindex="-1"]').count()).toBeGreaterThan(0)
})

it('stays in the field of the page number, which shows the page', async () => {
  const viewer = await open('/?table=long')
  const { page } = viewer
  const field = page.getByRole('textbox', { name: 'Page, of 210' })
  await field.fill('7')
  await field.press('Enter')
  expect(await focused(viewer)).toBe('Page, of 210')
  // It replaces the number before.
  await page.keyboard.type('999')
  await page.keyboard.press('Enter')
  expect(await focused(viewer)).toBe('Page, of 210')
  expect(await field.inputValue()).toBe('210')
  await page.keyboard.type('7')
  await page.keyboard.press('Escape')
  expect(await field.inputValue()).toBe('210')
  await page.keyboard.type('999')
  await page.keyboard.press('Enter')
  expect(await field.inputValue()).toBe('210')
  await field.blur()
  await page.keyboard.press('[')
  await viewer.settle()
  expect(await field.inputValue()).toBe('209')
})

it('stays on a button that has no more effect', async () => {
  const viewer = await open('/?table=long&page=209')
  const { page, settle } = viewer
  await press(page, 'Next page')
  expect(await focused(viewer)).toBe('Next page')
  await page.keyboard.press('Enter')
  await settle()
  expect(page.url()).toContain('page=210')
  expect(await page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true)
  await page.locator('[data-column=id]').nth(1).dblclick()
  await press(page, 'Previous row')
  expect(await focused(viewer)).toBe('Previous row')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Row 10,451' }).waitFor()
})

it('stays on the checkbox of a column that is hidden, and shown again', async () => {
  const { page } = await open('/?table=forms')
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const box = page.getByRole('checkbox', { name: 'hint_text' })
  await box.focus()
  for (const isShown of [false, true, false]) {
    await page.keyboard.press('Space')
    expect(await box.isChecked()).toBe(isShown)
    expect(await box.evaluate('document.activeElement.closest("li")?.textContent')).toBe(
      'hint_text',
    )
  }
})

it('goes to the rows after another attempt, or to the button for the next one', async () => {
  const viewer = await open('/?table=long')
  const { page, settle } = viewer
  let isDown = true
  await intercept(page, /\/query\?/, (route) => (isDown ? route.abort() : route.continue()))
  await page.getByRole('link', { name: 'forms' }).last().click()
  await settle()
  await press(page, 'Try again')
  expect(await focused(viewer)).toBe('Try again')
  isDown = false
  await page.keyboard.press('Enter')
  expect(await focused(viewer)).toBe('grid')
})

it('goes to the button that loads rows whose first load was stopped', async () => {
  const viewer = await open('/?table=forms')
  const { page } = viewer
  await intercept(page, /table=long/, () => undefined)
  await page.getByRole('link', { name: 'long' }).last().click()
  await press(page, 'Stop')
  await page.getByRole('status').getByText('Loading was stopped.').waitFor()
  expect(await focused(viewer)).toBe('Load the rows')
  expect(await page.locator('.skeleton').count()).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.keyboard.press('Enter')
  await page.getByText('1–50 of 10,500 rows').waitFor()
  expect(await focused(viewer)).toBe('grid')
})

it('goes to the rows after a cancelled download', async () => {
  const viewer = await open('/?table=forms')
  const { page } = viewer
  await intercept(page, /limit=512/, () => undefined)
  await page.getByRole('button', { name: 'Export' }).click()
  await press(page, 'Download all 3 rows as CSV')
  await press(page, 'Cancel download')
  expect(await focused(viewer)).toBe('grid')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

it('is in the palette, and keys that come before it do not act on the page', async () => {
  const viewer = await open('/?table=long')
  const { page } = viewer
  const search = page.getByRole('searchbox', { name: 'Search in long' })
  let load = (): void => undefined
  const loaded = new Promise<void>((go) => {
    load = go
  })
  let ask = (): void => undefined
  const asked = new Promise<void>((go) => {
    ask = go
  })
  await intercept(page, /assets\/palette/, async (route) => {
    ask()
    await loaded
    await route.continue()
  })
  await page.getByRole('grid').focus()
  await page.keyboard.press('Control+k')
  await asked
  for (const key of [']', '/', 'f', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  expect(page.url()).not.toContain('page=2')
  expect(await page.getByRole('complementary').count()).toBe(0)
  expect(await search.evaluate('document.activeElement.type')).toBeUndefined()
  await page.keyboard.press('Escape')
  await page.keyboard.press(']')
  await page.waitForURL(/page=2/)
  await page.keyboard.press('Control+k')
  load()
  await page.getByRole('combobox', { name: 'Open a table' }).fill('chart')
  await page.unroute(/assets\/palette/)
})

it('has a button that moves the focus to the rows', async () => {
  const { page } = await open('/?table=forms')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Skip to the rows' }).press('Enter')
  expect(await page.locator('[role=grid]:focus').count()).toBe(1)
})
