/**
 * A context of the browser for tests of a file with the same options, empty at the start of each. Its pages stay
 * in one process, which has compiled the viewer's script already: that saves a third of the time of a page.
 */
import type { Browser, BrowserContext, Page, ViewportSize } from 'playwright-core'
import { openViewerIn, viewerContext, type ViewerPage, type ViewerPageOptions } from './viewer-page'

export class SharedContext {
  private constructor(
    private readonly context: BrowserContext,
    /** Keeps the process alive. */
    private readonly first: Page,
  ) {}

  static async open(browser: Browser, options: ViewerPageOptions): Promise<SharedContext> {
    const context = await viewerContext(browser, options)
    return new SharedContext(context, await context.newPage())
  }

  has(context: BrowserContext): boolean {
    return context === this.context
  }

  openViewer(address: string, viewport: ViewportSize | null): Promise<ViewerPage> {
    return openViewerIn(this.context, address, viewport)
  }

  /** Closes the pages, and removes what they have stored. */
  async clear(origin: string): Promise<void> {
    const { context, first } = this
    for (const page of context.pages()) if (page !== first) await page.close()
    await context.setOffline(false)
    await context.clearCookies()
    const session = await context.newCDPSession(first)
    await session.send('Network.clearBrowserCache')
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await session.detach()
  }
}
