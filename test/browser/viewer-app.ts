/** Serves the viewer for a database. */
import type { Browser } from 'playwright-core'
import { readBuiltPage } from '../../src/http/pages/built-page'
import { viewerRoutes } from '../../src/http/viewer-page/routes'
import { createTableQueryClient, type TableQueryClient } from '../../src/client'
import { everyKind } from '../../fixtures/conformance/every-kind'
import type { Fixture } from '../../fixtures/fixture-table'
import { hostileShop } from '../../fixtures/conformance/hostile-shop/hostile-shop'
import { BROWSER_START, openBrowser } from '../support/browser'
import { testsThatNeed } from '../support/left-out'
import { startTestApp, type TestApp, type TestAppOptions } from '../support/test-app'
import { builtPage } from '../support/built-package'
import { openViewer, type ViewerPage, type ViewerPageOptions } from './viewer-page'

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
beforeAll(async () => {
  browser = await openBrowser()
}, BROWSER_START)
afterAll(() => browser.close())

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
    for (const { context, complaints } of opened.splice(0)) {
      await context.close()
      expect(complaints()).toEqual([])
    }
  })

  return {
    get app() {
      return app
    },
    get client() {
      return client
    },
    open: async (path = '/', options = {}) => {
      const viewer = await openViewer(browser, app.origin + path, options)
      opened.push(viewer)
      return viewer
    },
    names: async (query) => (await client.query(query)).data.map(({ name }) => name),
  }
}
