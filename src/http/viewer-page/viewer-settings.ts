/** Settings of the page that shows the tables. */
import type Router from '@koa/router'
import { setting, type SettingValues } from '../../settings/setting-definition'
import { text } from '../../settings/setting-type'
import type { HttpSettings } from '../http-settings'
import type { ApiDocsSettings } from '../openapi/api-docs-settings'
import type { OperationsSettings } from '../operations/operations-settings'
import { readPackagedPage } from '../pages/packaged-page'
import { URL_PATH, URL_PATH_SCHEMA } from '../url-path'

export const VIEWER_SETTINGS = {
  viewerPath: setting(text(`${URL_PATH}, or off`, URL_PATH_SCHEMA.allow('off')), {
    description: 'Path of the page that shows the tables; off disables it',
    default: '/',
  }),
}

export type ViewerSettings = SettingValues<typeof VIEWER_SETTINGS>

/** Describes a conflict with another route of the same path, of which one would hide the other; else `undefined`. */
export function viewerConflict({
  viewerPath,
  mountPath,
  ...settings
}: ViewerSettings &
  Pick<HttpSettings, 'mountPath'> &
  ApiDocsSettings &
  Pick<OperationsSettings, 'adminPort' | 'metrics'>): string | undefined {
  const api = mountPath === '/' ? '' : mountPath
  const hasOperations = settings.adminPort === undefined
  const others = [
    ...[`${api}/query`, `${api}/tables`],
    ...(settings.apiDocs ? ['/openapi.json', '/docs'] : []),
    ...(hasOperations ? ['/healthz', '/readyz'] : []),
    ...(hasOperations && settings.metrics ? ['/metrics'] : []),
  ]
  if (others.includes(viewerPath)) return `viewerPath: ${viewerPath} is the path of another route`
  if (viewerPath.startsWith(`${api}/tables/`))
    return `viewerPath: ${viewerPath} is the path of a table`
  return undefined
}

/**
 * Creates the routes of the page; none if it is disabled.
 * @throws StartError
 */
export async function viewer({ viewerPath }: ViewerSettings, mountPath: string): Promise<Router[]> {
  if (viewerPath === 'off') return []
  // Imported on demand, to start faster without it.
  const [{ viewerRoutes }, page] = await Promise.all([
    import('./routes.js'),
    readPackagedPage('viewer', '--viewer-path off'),
  ])
  return [viewerRoutes({ page, viewerPath, mountPath })]
}
