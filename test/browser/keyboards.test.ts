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
