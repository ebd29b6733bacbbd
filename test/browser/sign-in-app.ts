/** The viewer of a server that asks for credentials. */
import type { Page } from 'playwright-core'
import { apiKeys, bearerTokens, permissionsBy, readPermissions, readSecrets } from '../../src'
import { hostileShop } from '../../fixtures/conformance/hostile-shop/hostile-shop'
import { pageDatabase } from './page-database'
import { viewerOver, type ViewerUnderTest } from './viewer-app'

export const TOKEN = 'correct-horse-battery-staple'
export const KEY = 'quite-another-long-secret'

const tables = hostileShop.tables.filter(({ name }) => ['customers', 'categories'].includes(name))

/** Those with the token or the key may read `customers`. @param unreadable what the server does with `categories` */
export function viewerOfClerks(unreadable?: 'refuse'): ViewerUnderTest {
  const rules = readPermissions({ roles: { clerk: { allow: ['customers'] } } })
  return viewerOver(pageDatabase({ tables, views: [] }), {
    authenticate: [
      bearerTokens(readSecrets([{ name: 'ada', secret: TOKEN, roles: ['clerk'] }])),
      apiKeys(readSecrets([{ name: 'bot', secret: KEY, user: 'bob', roles: ['clerk'] }]), {
        key: 'X-Shop-Key',
        user: 'X-User-ID',
      }),
    ],
    permissionOf: permissionsBy(rules, unreadable),
  })
}

export const listedTables = (page: Page): Promise<string[]> =>
  page.getByRole('navigation', { name: 'Tables' }).getByRole('link').allTextContents()
