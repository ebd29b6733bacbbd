/** What screen readers read: the changes of live regions. They read no text again whose element stays the same. */
import type { Page } from 'playwright-core'
import { testsThatNeed } from '../support/left-out'
import { waitUntil } from '../support/wait-until'
import { intercept } from './intercept'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'

const { it } = testsThatNeed('chromium')

const { open } = viewerOver(
  sqliteDatabase(`create table things (id integer primary key, name text);
    insert into things (name) values ('one'), ('two'), ('three')`),
)

/** Starts to collect the texts of live regions whose content changes. */
const LISTEN = `
  globalThis.said = []
  new MutationObserver((changes) => {
    const regions = changes.flatMap(({ target, addedNodes }) => [
      (target.closest ? target : target.parentElement)?.closest('[role=status], [role=alert]'),
      ...[...addedNodes].flatMap((node) => [...(node.querySelectorAll?.('[role=status]') ?? [])]),
    ])
    for (const region of new Set(regions)) if (region) said.push(region.textContent)
  }).observe(document, { childList: true, characterData: true, subtree: true })`

async function listen(page: Page): Promise<(text: string) => Promise<number>> {
  await page.evaluate(LISTEN)
  return (text) => timesSaid(page, text)
}

function timesSaid(page: Page, text: string): Promise<number> {
  return page.evaluate(`said.filter((one) => one.includes(${JSON.stringify(text)})).length`)
}

it('says the same notice again', async () => {
  const { page } = await open('/?table=things')
  await page.locator('[data-column=name]').first().click()
  const copies = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: /^Copy .*CSV/ }).click()
    await page.getByText(/copied\.$/).waitFor()
  }
  await copies()
  const said = await listen(page)
  await copies()
  // The notice of the first copy may still be visible.
  await waitUntil(async () => (await said('copied.')) > 0)
  expect(await said('copied.')).toBe(1)
})

it('says how many cells were copied', async () => {
  const { page } = await open('/?table=things')
  await page.locator('[data-column=id]').first().click()
  await page
    .locator('[data-column=name]')
    .nth(1)
    .click({ modifiers: ['Shift'] })
  await page.keyboard.press('Control+c')
  await page.getByRole('status').getByText('4 cells copied.').waitFor()
})

it('says the number of rows again after each load', async () => {
  const { page, settle } = await open('/?table=things')
  const said = await listen(page)
  await page.getByRole('button', { name: 'Load again' }).click()
  await settle()
  expect(await said('3 rows')).toBe(1)
})

it('says the same failure again', async () => {
  const { page, settle } = await open('/?table=things')
  await intercept(page, /rows|things/, (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'Load again' }).click()
  await page.getByRole('alert').waitFor()
  const title = await page.getByRole('alert').getByRole('heading').textContent()
  const said = await listen(page)
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await settle()
  expect(await said(title ?? '')).toBe(1)
})

it('does not say that loading was stopped before it has begun', async () => {
  const { page } = await open('/?table=things&hide=name', {
    prepare: (context) => context.addInitScript(LISTEN),
  })
  expect(await timesSaid(page, '3 rows')).toBeGreaterThan(0)
  expect(await timesSaid(page, 'Loading was stopped.')).toBe(0)
})
