/** What axe finds wrong with the page, in each of its states: https://github.com/dequelabs/axe-core */
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
import { openViewer } from './viewer-page'

const { afterAll, beforeAll, it } = testsThatNeed('chromium')

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

it.each(Object.keys(STATES))('axe has nothing to say of %s, in light and in dark', async (name) => {
  const address = `${open.origin}/?table=customers&sort=name%3Aasc&sort=id%3Adesc&limit=10`
  const viewport = { width: 1000, height: 400 }
  const { page, context, settle } = await openViewer(browser, address, { viewport })
  await STATES[name]?.(page)
  await settle()
  const inLight = await new AxeBuilder({ page }).analyze()
  expect(inLight.passes.length).toBeGreaterThan(15)
  expect(flawsOf(inLight)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  // Nothing else depends on the colours.
  const inDark = await new AxeBuilder({ page }).withRules('color-contrast').analyze()
  expect(inDark.passes).toHaveLength(1)
  expect(flawsOf(inDark)).toEqual([])
  await context.close()
})

function flawsOf({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>): string[] {
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`)
}
