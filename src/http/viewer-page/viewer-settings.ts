/** Settings of the page that shows the tables. */
import type Router from '@koa/router'
import { setting, type SettingValues } from '../../setting-definition'
import { text } from '../../setting-type'
import { readPackagedPage } from '../pages/packaged-page'
import type { HttpSettings } from '../http-settings'
import { URL_PATH, URL_PATH_SCHEMA } from '../url-path'

export const VIEWER_SETTINGS = {
  viewerPath: setting(text(`${URL_PATH}, or off`, URL_PATH_SCHEMA.allow('off')), {
    description: 'Path of the page that shows the tables; off disables it',
    default: '/',
  }),
}

export type ViewerSettings = SettingValues<typeof VIEWER_SETTINGS>

/** Describes the route of the same path; `undefined` if there is none. One of the two would hide the other. */
export function viewerConflict({
  viewerPath,
  mountPath,
}: ViewerSettings & Pick<HttpSettings, 'mountPath'>): string | undefined {
  const api = mountPath === '/' ? '' : mountPath
  const others = ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs']
  const hidden = [...others, `${api}/query`, `${api}/tables`].find((path) => path === viewerPath)
  const isTable = viewerPath.startsWith(`${api}/tables/`)
  if (hidden === undefined && !isTable) return undefined
  return `viewerPath: ${viewerPath} is the path of ${isTable ? 'a table' : 'another route'}`
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
