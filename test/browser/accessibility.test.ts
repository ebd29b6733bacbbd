/** Checks states of the viewer with axe: https://github.com/dequelabs/axe-core @long */
import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { bearerTokens, readSecrets } from '../../src'
import { readBuiltPage } from '../../src/http/pages/built-page'
import { viewerRoutes } from '../../src/http/viewer-page/routes'
import { defaultShopDatabase } from '../../fixtures/shop/default-database'
import { BROWSER_START, openBrowser } from '../support/browser'
import { testsThatNeed } from '../support/left-out'
import { startTestApp, type TestApp } from '../support/test-app'
import { builtPage } from '../support/built-package'
import { intercept } from './intercept'
import { SharedContext } from './shared-context'

const { afterAll, beforeAll, it } = testsThatNeed('chromium')

let browser: Browser
/** Of all states: its pages share a process, which has compiled the scripts of the viewer and of axe. */
let context: SharedContext
let publicApp: TestApp
let protectedApp: TestApp

beforeAll(async () => {
  const page = await readBuiltPage(builtPage('viewer'))
  const url = await defaultShopDatabase()
  const otherRoutes = [viewerRoutes({ page })]
  publicApp = await startTestApp(url, { otherRoutes })
  const secrets = readSecrets([{ name: 'ada', secret: 'correct-horse-battery-staple' }])
  protectedApp = await startTestApp(url, { otherRoutes, authenticate: [bearerTokens(secrets)] })
  browser = await openBrowser()
  context = await SharedContext.open(browser, {
    viewport: VIEWPORT,
    // The contrast of a colour that is still changing means nothing.
    reducedMotion: 'reduce',
  })
}, BROWSER_START)
afterEach(async () => {
  for (const app of [publicApp, protectedApp]) await context.clear(app.origin)
})
afterAll(async () => {
  await browser.close()
  await publicApp.stop()
  await protectedApp.stop()
})

async function openChart(page: Page, column: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Open a table' }).fill('chart of the loaded rows')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'By' }).selectOption({ label: column })
}

const STATES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'a sorted page of rows': () => Promise.resolve(),
  'the column chooser': (page) =>
    page.getByRole('button', { name: 'Columns', exact: true }).click(),
  'the choice of columns to search': (page) => page.getByRole('button', { name: 'in all' }).click(),
  'the export menu': (page) => page.getByRole('button', { name: 'Export' }).click(),
  'a complete row': async (page) => {
    await page.locator('[data-column=name]').first().dblclick()
    await page.getByRole('complementary').waitFor()
  },
  'selected cells': async (page) => {
    await page.locator('[data-column=id]').first().click()
    await page
      .locator('[data-column=email]')
      .nth(3)
      .click({ modifiers: ['Shift'] })
  },
  'the menu of a column': (page) =>
    page.getByRole('columnheader', { name: 'email' }).click({ button: 'right' }),
  'a chart of points': async (page) => {
    await openChart(page, 'joined')
    const vertical = page.getByRole('combobox', { name: 'Show' })
    await vertical.selectOption({ label: 'id' })
    await page.getByRole('application').focus()
    await page.keyboard.press('ArrowRight')
    await page.getByText('The figures as a table').click()
  },
  'a chart of categories': (page) => openChart(page, 'country'),
  'the choice of the display': (page) => page.getByRole('button', { name: 'Display' }).click(),
  'the palette': async (page) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Open a table' }).waitFor()
  },
  'the list of keys': async (page) => {
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  },
  'no rows': async (page) => {
    await page.getByRole('searchbox', { name: 'Search in' }).fill('there is no such text')
    await page.getByText('No row has').waitFor()
  },
  'an error': async (page) => {
    await page.goto(`${publicApp.origin}/?table=persons`)
    await page.getByRole('alert').waitFor()
  },
  'rows of an earlier view': async (page) => {
    await intercept(page, /filter=a/, (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.getByRole('searchbox', { name: 'Search in' }).fill('a')
    await page.getByRole('alert').waitFor()
    await page.getByRole('grid', { description: 'earlier view' }).waitFor()
  },
  'the sign-in form': async (page) => {
    await page.goto(`${protectedApp.origin}/`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  },
  'the list on a narrow screen': async (page) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('button', { name: 'Tables' }).click()
  },
}

const VIEWPORT = { width: 1000, height: 400 }

/**
 * Requires a contrast of 7:1, or 4.5:1 for large text, as level AAA. The rule of level AA has the same elements and
 * requires less.
 */
const CONTRAST = 'color-contrast-enhanced'

it.each(Object.keys(STATES))('axe finds no violation in %s, light or dark', async (name) => {
  const address = `${publicApp.origin}/?table=customers&sort=name%3Aasc&sort=id%3Adesc&limit=4`
  const { page, settle } = await context.openViewer(address, VIEWPORT)
  await STATES[name]?.(page)
  await settle()
  const inLight = await axe(page).analyze()
  expect(inLight.passes.length).toBeGreaterThan(15)
  expect(inLight.passes.map(({ id }) => id)).toContain(CONTRAST)
  expect(violationsOf(inLight)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  // Only the contrast depends on the colours. The page has the script of axe already.
  const options = JSON.stringify({ runOnly: [CONTRAST], resultTypes: ['violations'] })
  const inDark = await page.evaluate<typeof inLight>(`axe.run(document, ${options})`)
  expect(inDark.passes).toHaveLength(1)
  expect(violationsOf(inDark)).toEqual([])
})

/** Checks the page without frames of other origins, which take a second page, and without details of passed rules. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ['violations'],
    rules: { [CONTRAST]: { enabled: true }, 'color-contrast': { enabled: false } },
  })
}

function violationsOf({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>): string[] {
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`)
}
