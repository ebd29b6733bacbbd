/** Serves the viewer for a database. */
import type { Browser } from 'playwright-core'
import { readBuiltPage } from '../../src/http/pages/built-page'
import { viewerRoutes } from '../../src/http/viewer-page/routes'
import { createTableQueryClient, type TableQueryClient } from '../../src/client'
import { everyKind } from '../../fixtures/conformance/every-kind'
import type { Fixture } from '../../fixtures/fixture-table'
import { hostileShop } from '../../fixtures/conformance/hostile-shop/hostile-shop'
import { BROWSER_START, openBrowser } from '../support/browser'
import { isStress } from '../support/effort'
import { testsThatNeed } from '../support/left-out'
import { startTestApp, type TestApp, type TestAppOptions } from '../support/test-app'
import { builtPage } from '../support/built-package'
import { SharedContext } from './shared-context'
import { openViewer, VIEWPORT, type ViewerPage, type ViewerPageOptions } from './viewer-page'

const SHOP_TABLES = ['currencies', 'categories', 'customers', 'products', 'gift_cards']

export const viewerFixture: Fixture = {
  tables: [everyKind, ...hostileShop.tables.filter(({ name }) => SHOP_TABLES.includes(name))],
  views: [],
}

export interface ViewerUnderTest {
  /** Available while tests run, not while they are defined. */
  readonly app: TestApp
  readonly client: TableQueryClient
  /** Opens a page that is closed after the test. */
  readonly open: (path?: string, options?: ViewerPageOptions) => Promise<ViewerPage>
  /** The column `name` of the rows in the API's response. */
  readonly names: (query: Parameters<TableQueryClient['query']>[0]) => Promise<unknown[]>
}

const { afterAll, beforeAll } = testsThatNeed('chromium')

let browser: Browser
/** By their options. */
const sharedContexts = new Map<string, SharedContext>()
beforeAll(async () => {
  // The stress run measures times of the page.
  browser = await openBrowser({ optimizesCode: isStress })
}, BROWSER_START)
afterAll(() => browser.close())

async function openIn(address: string, options: ViewerPageOptions): Promise<ViewerPage> {
  if (options.prepare) return openViewer(browser, address, options)
  const { viewport = VIEWPORT, ...others } = options
  const key = JSON.stringify(others)
  const shared = sharedContexts.get(key) ?? (await SharedContext.open(browser, others))
  sharedContexts.set(key, shared)
  return shared.openViewer(address, viewport)
}

/** Serves the viewer while the tests of the enclosing block run. */
export function viewerOver(
  t: { readonly database: { readonly url: string } },
  options: TestAppOptions = {},
): ViewerUnderTest {
  let app: TestApp
  let client: TableQueryClient
  beforeAll(async () => {
    const page = await readBuiltPage(builtPage('viewer'))
    app = await startTestApp(t.database.url, { ...options, otherRoutes: [viewerRoutes({ page })] })
    client = createTableQueryClient({ baseUrl: `${app.origin}/api/table-viewer` })
  })
  afterAll(() => app.stop())

  const opened: ViewerPage[] = []
  afterEach(async () => {
    const pages = opened.splice(0)
    for (const { context } of pages) {
      const shared = [...sharedContexts].find(([, each]) => each.has(context))
      // A context that cannot be emptied is not used again.
      if (shared) sharedContexts.delete(shared[0])
      await (shared ? shared[1].clear(app.origin) : context.close())
      if (shared) sharedContexts.set(...shared)
    }
    for (const { complaints } of pages) expect(complaints()).toEqual([])
  })

  return {
    get app() {
      return app
    },
    get client() {
      return client
    },
    open: async (path = '/', options = {}) => {
      const address = app.origin + path
      const viewer = await openIn(address, options)
      opened.push(viewer)
      return viewer
    },
    names: async (query) => (await client.query(query)).data.map(({ name }) => name),
  }
}
