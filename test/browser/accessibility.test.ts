/** What axe finds wrong with the page, in each of its states: https://github.com/dequelabs/axe-core */
import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { bearerTokens, readSecrets } from '../../src'
import { readBuiltPage } from '../../src/http/pages/built-page'
import { viewerRoutes } from '../../src/http/viewer-page/routes'
import { defaultShopDatabase } from '../../fixtures/shop/default-database'
import { BROWSER_START, openBrowser } from '../support/browser'
import { startTestApp, type TestApp } from '../support/test-app'
import { builtPage } from '../support/built-pages'
import { openViewer } from './viewer-page'

let browser: Browser
let open: TestApp
let closed: TestApp

beforeAll(async () => {
  const page = await readBuiltPage(builtPage('viewer'))
  const url = await defaultShopDatabase()
  const otherRoutes = [viewerRoutes({ page })]
  open = await startTestApp(url, { otherRoutes })
  const secrets = readSecrets([{ name: 'ada', secret: 'correct-horse-battery-staple' }])
  closed = await startTestApp(url, { otherRoutes, authenticate: [bearerTokens(secrets)] })
  browser = await openBrowser()
}, BROWSER_START)
afterAll(async () => {
  await browser.close()
  await open.stop()
  await closed.stop()
})

const STATES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'a sorted page of rows': () => Promise.resolve(),
  'the choice of columns': (page) => page.getByRole('button', { name: 'Columns' }).last().click(),
  'the choice of what to search': (page) => page.getByRole('button', { name: 'in all' }).click(),
  'the export menu': (page) => page.getByRole('button', { name: 'Export' }).click(),
  'all of a value': async (page) => {
    await page.locator('[data-column=name]').first().dblclick()
    await page.getByRole('dialog').waitFor()
  },
  'no rows': async (page) => {
    await page.getByRole('searchbox', { name: 'Search in' }).fill('there is no such text')
    await page.getByText('No row has').waitFor()
  },
  'an error': async (page) => {
    await page.goto(`${open.origin}/?table=persons`)
    await page.getByRole('alert').waitFor()
  },
  'the sign-in': async (page) => {
    await page.goto(`${closed.origin}/`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  },
  'the list on a narrow screen': async (page) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('button', { name: 'Tables' }).click()
  },
}

describe.each(['light', 'dark'] as const)('in %s colours, axe has nothing to say of', (scheme) => {
  it.each(Object.keys(STATES))('%s', async (name) => {
    const address = `${open.origin}/?table=customers&sort=name%3Aasc&sort=id%3Adesc`
    const { page, context, settle } = await openViewer(browser, address, {
      colorScheme: scheme,
      viewport: { width: 1000, height: 400 },
    })
    await STATES[name]?.(page)
    await settle()
    const axe = new AxeBuilder({ page })
    // Nothing else depends on the colours.
    if (scheme === 'dark') axe.withRules('color-contrast')
    const { violations, passes } = await axe.analyze()
    expect(passes.length).toBeGreaterThanOrEqual(scheme === 'dark' ? 1 : 15)
    expect(violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`)).toEqual(
      [],
    )
    await context.close()
  })
})
