/** Where the focus of the keyboard is after an action on the list of tables of the viewer. */
import { testsThatNeed } from '../support/left-out'
import { focused, press } from './focused-element'
import { MANY_TABLES, ODD_TABLES } from './odd-tables'
import { WIDE } from './odd-values'
import { sqliteDatabase } from './sqlite-database'
import { viewerOver } from './viewer-app'

const { it } = testsThatNeed('chromium')

const { open } = viewerOver(sqliteDatabase(ODD_TABLES))
const many = viewerOver(sqliteDatabase(MANY_TABLES))

it('goes to the rows when the list of tables disappears with the focus', async () => {
  const viewer = await open('/?table=forms')
  const { page } = viewer
  const list = page.getByRole('navigation', { name: 'Tables' })
  for (const part of [
    page.getByRole('searchbox', { name: 'Find a table' }),
    page.getByRole('button', { name: 'Keyboard shortcuts' }),
  ]) {
    await part.focus()
    await page.keyboard.press('Control+b')
    expect(await focused(viewer)).toBe('grid')
    expect(await list.isVisible()).toBe(false)
    await page.keyboard.press('Control+b')
    await list.waitFor()
  }
  await page.getByRole('searchbox', { name: 'Search in forms' }).focus()
  await page.keyboard.press('Control+b')
  expect(await focused(viewer)).toBe('Search in forms')
})

it('is on the button of the list of tables after Ctrl+B on a narrow screen', async () => {
  const viewer = await open('/?table=forms')
  const { page } = viewer
  await page.keyboard.press('Control+b')
  await page.setViewportSize({ width: 390, height: 800 })
  const list = page.getByRole('navigation', { name: 'Tables' })
  await page.getByRole('grid').focus()
  for (const isShown of [true, false]) {
    await page.keyboard.press('Control+b')
    expect(await focused(viewer)).toBe('Tables')
    expect(await list.isVisible()).toBe(isShown)
    await page.keyboard.press('Tab')
  }
})

it('is on the button of the list of tables after the list closes on a narrow screen', async () => {
  const viewer = await open('/?table=forms', { viewport: { width: 390, height: 800 } })
  const { page } = viewer
  await press(page, 'Tables')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  expect(await focused(viewer)).toBe('Tables')
  await press(page, 'Tables')
  await page.getByRole('link', { name: 'long' }).last().press('Enter')
  expect(await focused(viewer)).toBe('Tables')
  expect(page.url()).toContain('table=long')
})

it('does not go to what the open list of tables covers', async () => {
  const { page, settle } = await open('/?table=forms', { viewport: { width: 390, height: 800 } })
  await press(page, 'Tables')
  const places = new Set<unknown>()
  for (let step = 0; step < 15; step++) {
    await page.keyboard.press('Tab')
    places.add(
      await page.evaluate('document.activeElement.closest("main, .skip-link, .side")?.className'),
    )
  }
  expect([...places].filter((place) => place !== undefined)).toEqual(['side'])
  await page.setViewportSize({ width: 1000, height: 800 })
  await settle()
  await page.getByRole('grid').focus()
  expect(await page.locator('[role=grid]:focus').count()).toBe(1)
})

it('keeps its place in the list of tables while groups move the entries', async () => {
  const viewer = await many.open('/?table=t_1000')
  const { page } = viewer
  await page.locator('.tables a[tabindex="0"]').focus()
  await page.keyboard.press('ArrowDown')
  await page.locator('a:focus', { hasText: 't_1001' }).waitFor()
  await page.keyboard.press('p')
  await page.keyboard.press('ArrowDown')
  await page.locator('a:focus', { hasText: 't_1002' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/t_1002/)
  await viewer.settle()
  await page.keyboard.press('ArrowDown')
  await page.locator('a:focus', { hasText: 't_1003' }).waitFor()
  // The first entry is the pinned one, which disappears.
  await page.keyboard.press('Home')
  await page.locator('a:focus', { hasText: 't_1001' }).waitFor()
  await page.keyboard.press('p')
  await page.locator('.pinned').waitFor({ state: 'detached' })
  await page.locator('a:focus', { hasText: 't_1001' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.locator('a:focus', { hasText: 't_1002' }).waitFor()
  await page.keyboard.press('Control+p')
  await viewer.settle()
  expect(await page.locator('.pinned').count()).toBe(0)
})

it('marks and shows a table at the end of a long list, which is one Tab stop', async () => {
  const { page } = await many.open('/?table=t_2500', WIDE)
  const list = page.getByRole('navigation', { name: 'Tables' })
  const current = list.locator('[aria-current=page]').last()
  await current.waitFor()
  expect(await current.textContent()).toBe('t_2500')
  const [box, outer] = [await current.boundingBox(), await list.boundingBox()]
  expect(box?.y).toBeLessThan((outer?.y ?? 0) + (outer?.height ?? 0))
  expect(await list.getByRole('link').count()).toBeLessThan(100)
  expect(await list.locator('a[tabindex="0"]').count()).toBe(1)
  await list.getByRole('searchbox').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.locator('a:focus', { hasText: 't_2501' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/t_2501/)
})
