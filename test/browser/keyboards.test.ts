/** Keys of the viewer on keyboards that need AltGr or Option for some characters, and with Caps Lock. */
import type { Page } from 'playwright-core'
import { testsThatNeed } from '../support/left-out'
import { ODD_TABLES } from './odd-tables'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'

const { it } = testsThatNeed('chromium')
const { open } = viewerOver(sqliteDatabase(ODD_TABLES))

/** Sends a key to the element with the focus, as the browser reports it. */
const press = (page: Page, key: Readonly<Record<string, unknown>>): Promise<unknown> => {
  const init = JSON.stringify({ ...key, bubbles: true, cancelable: true })
  return page.evaluate(
    `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${init}))`,
  )
}

it.each([
  ['the key itself', {}],
  ['AltGr', { ctrlKey: true, altKey: true }],
  ['Option', { altKey: true }],
])('goes to another page by brackets with %s', async (_, modifiers) => {
  const { page, settle } = await open('/?table=long')
  await press(page, { key: ']', ...modifiers })
  await settle()
  expect(page.url()).toContain('page=2')
  await press(page, { key: '[', ...modifiers })
  await settle()
  expect(page.url()).not.toContain('page=')
})

it.each([
  ['K', { ctrlKey: true }, 'dialog[open]'],
  ['F', {}, 'button[aria-pressed=true]'],
])('acts on %s with %j while Caps Lock is on', async (key, modifiers, shown) => {
  const { page } = await open('/?table=long')
  await press(page, { key, ...modifiers })
  await page.locator(shown).first().waitFor()
})

it('leaves letters with Alt, and with Ctrl and Shift, to the browser', async () => {
  const { page, settle } = await open('/?table=long')
  await press(page, { key: 'f', altKey: true })
  await press(page, { key: 'K', ctrlKey: true, shiftKey: true })
  await settle()
  expect(await page.locator('dialog[open], button[aria-pressed=true]').count()).toBe(0)
})

it('leaves keys without Ctrl alone if the user turns them off', async () => {
  const { page, settle } = await open('/?table=long')
  await press(page, { key: '?' })
  const choice = page.getByRole('checkbox', { name: 'Keys without Ctrl' })
  await choice.uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  await settle()
  for (const key of ['f', ']', '/', '?']) await press(page, { key })
  await settle()
  expect(page.url()).not.toContain('page=')
  expect(await page.locator('dialog[open], input:focus, button[aria-pressed=true]').count()).toBe(0)
  await page.keyboard.press('Control+k')
  await page.locator('dialog[open]').waitFor()
})

it('keeps the row panel open on Escape in a field', async () => {
  const { page } = await open('/?table=long')
  await page.getByRole('gridcell').first().dblclick()
  const panel = page.getByRole('complementary')
  await panel.waitFor()
  for (const name of ['Page, of 210', 'Search in long']) {
    await page.getByLabel(name).focus()
    await page.keyboard.press('Escape')
  }
  expect(await panel.count()).toBe(1)
  await page.getByRole('grid').focus()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
})
