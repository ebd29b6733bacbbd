/** The viewer in a browser, with locators for its visible parts. */
import { complaintsOf } from '../support/browser'
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
  ViewportSize,
} from 'playwright-core'

export interface ViewerPage {
  readonly page: Page
  readonly context: BrowserContext
  /** Exact values of the visible cells of a column, from the top, as their tooltips have them. */
  readonly column: (name: string) => Promise<string[]>
  /** Names of the visible columns, in order. */
  readonly headers: () => Promise<string[]>
  readonly header: (name: string) => Locator
  /** Waits until nothing loads. */
  readonly settle: () => Promise<void>
  /** Paths, with query strings, of the requests to the API. */
  readonly requested: string[]
  /** Console warnings and errors, exceptions, and requests to other origins. */
  readonly complaints: () => string[]
  /** Excludes complaints that contain the text from `complaints`. */
  readonly expectComplaint: (text: string) => void
}

export interface ViewerPageOptions extends BrowserContextOptions {
  /** Called before the page opens. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>
}

/** The properties of elements that the tests read: their TypeScript project has no DOM types. */
interface CellElement {
  readonly title: string
  readonly textContent: string
}

/** After two frames, the page has rendered the effect of a click and sent its requests. Its value is whether the page loads. */
const AFTER_TWO_FRAMES = `new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))
  .then(() => document.querySelector('.loading > [role=progressbar]') !== null)`

/** Opens the viewer in a context of its own. */
export async function openViewer(
  browser: Browser,
  address: string,
  options: ViewerPageOptions = {},
): Promise<ViewerPage> {
  return openViewerIn(await viewerContext(browser, options), address)
}

export const VIEWPORT = { width: 1280, height: 800 }

export async function viewerContext(
  browser: Browser,
  { prepare, ...options }: ViewerPageOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: VIEWPORT, ...options })
  context.setDefaultTimeout(10_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await prepare?.(context)
  return context
}

export async function openViewerIn(
  context: BrowserContext,
  address: string,
  viewport?: ViewportSize | null,
): Promise<ViewerPage> {
  const page = await context.newPage()
  if (viewport) await page.setViewportSize(viewport)
  const { origin } = new URL(address)
  const requested: string[] = []
  // The browser logs each error response; tests that expect one check it themselves.
  const expected = ['Failed to load resource']
  const complaints = complaintsOf(page, origin)
  let running = 0
  let sent = 0
  page.on('request', (request) => {
    running++
    sent++
    const url = new URL(request.url())
    if (url.pathname.includes('/api/')) requested.push(url.pathname + url.search)
  })
  const waiting: (() => void)[] = []
  const finish = (): void => {
    running--
    if (running === 0) for (const go of waiting.splice(0)) go()
  }
  page.on('requestfinished', finish)
  page.on('requestfailed', finish)
  await page.goto(address)
  const settle = async (): Promise<void> => {
    for (;;) {
      if (running > 0) await new Promise<void>((go) => waiting.push(go))
      // Two frames without a request: one that has just ended may be followed by another.
      const before = sent
      const isLoading = await page.evaluate<boolean>(AFTER_TWO_FRAMES)
      if (sent === before && !isLoading) return
    }
  }
  await settle()
  const header: ViewerPage['header'] = (name) =>
    page.locator('[role=columnheader]', {
      has: page.locator(`.grid-header-name:text-is("${name}")`),
    })
  return {
    page,
    context,
    header,
    settle,
    requested,
    expectComplaint: (text) => {
      expected.push(text)
    },
    complaints: () => [
      ...complaints.messages.filter((text) => !expected.some((part) => text.includes(part))),
      ...complaints.elsewhere.filter((url) => !url.startsWith('blob:')),
    ],
    headers: () => page.locator('.grid-header-name').allTextContents(),
    column: async (name) => {
      const index = await header(name).getAttribute('aria-colindex')
      expect(index).not.toBeNull()
      const cells = page.locator(`[role=gridcell][aria-colindex="${index}"]`)
      return cells.evaluateAll((found: CellElement[]) =>
        found.map(({ title, textContent }) => (title === '' ? textContent : title)),
      )
    },
  }
}
