/** The setting of the page that shows the tables. */
import type Router from '@koa/router'
import Joi from 'joi'
import type { Setting } from '../../setting'
import { readPackagedPage } from '../pages/packaged-page'

export interface ViewerSettings {
  /** `off` for none. */
  readonly viewerPath: string
}

export const VIEWER_SETTINGS: Readonly<Record<keyof ViewerSettings, Setting>> = {
  viewerPath: {
    schema: Joi.string()
      .pattern(/^(\/[\w.~-]+)+$|^\/$/)
      .allow('off')
      .default('/'),
    allowed: 'a path that begins with / and does not end with it, or off',
    description: 'path of the page that shows the tables, or off (default: /)',
  },
}

/** None when it is off. @throws StartError */
export async function viewer({ viewerPath }: ViewerSettings, mountPath: string): Promise<Router[]> {
  if (viewerPath === 'off') return []
  // Loaded only where it is asked for.
  const [{ viewerRoutes }, page] = await Promise.all([
    import('./routes.js'),
    readPackagedPage('viewer', '--viewer-path off'),
  ])
  return [viewerRoutes({ page, viewerPath, mountPath })]
}
