/** Where the focus of the keyboard is in the viewer after an action; viewer-focus.stress.ts has rare ones. */
import { bearerTokens, readSecrets } from '../../src'
import { effort } from '../support/effort'
import { testsThatNeed } from '../support/left-out'
import { focused, press } from './focused-element'
import { ODD_TABLES } from './odd-tables'
import { waitUntil } from '../support/wait-until'
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

it.each(effort(ACTIONS.slice(-1), ACTIONS))(
  'goes from %s to the rows after “%s”',
  async (path, name) => {
    const viewer = await open(path)
    await viewer.page.getByRole('button', { name }).last().press('Enter')
    expect(await focused(viewer)).toBe('grid')
  },
)

it('goes to the rows after signing in, and to the form after signing out', async () => {
  const viewer = await secured.open('/?table=forms')
  const { page } = viewer
  const token = page.getByLabel('Token', { exact: true })
  await token.fill('a wrong one')
  await token.press('Enter')
  await page.getByRole('alert').waitFor()
  await token.fill(TOKEN)
  await token.press('Enter')
  await page.getByRole('grid').waitFor()
  expect(await focused(viewer)).toBe('grid')
  await press(page, 'Sign out')
  await token.waitFor()
  await waitUntil(async () => (await page.evaluate('document.activeElement.type')) === 'password')
})
