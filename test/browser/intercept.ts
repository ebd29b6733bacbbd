import type { Page } from 'playwright-core'
import { waitUntil } from '../support/wait-until'

/** Path of a request that is sent only to see whether it is intercepted. */
const PROBE = '/intercepted'

/**
 * `page.route` that resolves when it has an effect. Playwright's own can resolve before the process of the page knows of
 * it. On a busy machine, the next request then goes to the server, and Playwright reports no event of it.
 */
export async function intercept(page: Page, ...route: Parameters<Page['route']>): Promise<void> {
  await page.route(...route)
  const isProbe = ({ pathname }: URL): boolean => pathname === PROBE
  await page.route(isProbe, (request) => request.fulfill({ status: 204 }))
  await waitUntil(() =>
    page.evaluate(`fetch('${PROBE}').then(({ status }) => status === 204, () => false)`),
  )
  await page.unroute(isProbe)
}
