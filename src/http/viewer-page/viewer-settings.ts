/** Settings of the page that shows the tables. */
import type Router from '@koa/router'
import { setting, type SettingValues } from '../../setting-definition'
import { text } from '../../setting-type'
import { readPackagedPage } from '../pages/packaged-page'
import { URL_PATH, URL_PATH_SCHEMA } from '../url-path'

export const VIEWER_SETTINGS = {
  viewerPath: setting(text(`${URL_PATH}, or off`, URL_PATH_SCHEMA.allow('off')), {
    description: 'Path of the page that shows the tables; off disables it',
    default: '/',
  }),
}

export type ViewerSettings = SettingValues<typeof VIEWER_SETTINGS>

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
