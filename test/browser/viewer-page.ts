/** The viewer as its reader finds it, by what can be seen and heard. */
import { expect } from '@jest/globals'
import { complaintsOf } from '../support/browser'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'

export interface ViewerPage {
  readonly page: Page
  readonly context: BrowserContext
  /** Texts of one column, from the top, as far as they are in sight. */
  readonly column: (name: string) => Promise<string[]>
  /** Names of all columns that are shown, in their order. */
  readonly headers: () => Promise<string[]>
  readonly header: (name: string) => Locator
  /** Until nothing is being loaded. */
  readonly settle: () => Promise<void>
  /** Paths with query of what the page has asked the API for. */
  readonly asked: string[]
  /** Anything that the browser complained of, and requests to elsewhere. */
  readonly complaints: () => string[]
}

/** What has been clicked on has been shown by then, and asked for. */
const TWO_FRAMES =
  'new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))'

export async function openViewer(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<ViewerPage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  context.setDefaultTimeout(10_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  const { origin } = new URL(address)
  const asked: string[] = []
  const complaints = complaintsOf(page, origin)
  let running = 0
  page.on('request', (request) => {
    running++
    const url = new URL(request.url())
    if (url.pathname.includes('/api/')) asked.push(url.pathname + url.search)
  })
  const finish = (): void => {
    running--
  }
  page.on('requestfinished', finish)
  page.on('requestfailed', finish)
  await page.goto(address)
  const settle = async (): Promise<void> => {
    const loading = page.getByRole('progressbar', { name: 'Loading' })
    do await page.evaluate(TWO_FRAMES)
    while (running > 0 || (await loading.count()) > 0)
  }
  await settle()
  const header: ViewerPage['header'] = (name) =>
    page.locator('[role=columnheader]', {
      has: page.locator(`.grid-header-name > :text-is("${name}")`),
    })
  return {
    page,
    context,
    header,
    settle,
    asked,
    // What the server refuses is a line of the browser's own, and is tested where it is expected.
    complaints: () => [
      ...complaints.messages.filter((text) => !text.startsWith('Failed to load resource')),
      ...complaints.elsewhere.filter((url) => !url.startsWith('blob:')),
    ],
    headers: () => page.locator('.grid-header-name > :first-child').allTextContents(),
    column: async (name) => {
      const index = await header(name).getAttribute('aria-colindex')
      expect(index).not.toBeNull()
      const cells = page.locator(`[role=gridcell][aria-colindex="${index}"]`)
      // The sign to open it with is no part of the value.
      return (await cells.allTextContents()).map((text) => text.replace(/⤢$/, ''))
    },
  }
}
