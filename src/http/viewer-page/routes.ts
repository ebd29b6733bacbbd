/** The page that shows tables in a browser: of the public contract alone, and without any data itself. */
import path from 'node:path'
import Router from '@koa/router'
import { DEFAULT_MOUNT_PATH } from '../defaults'
import { fillIn, servePage, type BuiltPage } from '../pages/built-page'

export interface ViewerOptions {
  /** As it was built. */
  readonly page: BuiltPage
  /** Where it stands; default: `/`. */
  readonly viewerPath?: string
  /** Where the API is; default: `/api/table-viewer`. */
  readonly mountPath?: string
}

/**
 * Nothing from elsewhere, no script or style but the page's own files, and no text that becomes code.
 * Downloads need no source here: a link to a `blob:` is saved, and not loaded.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

export function viewerRoutes(options: ViewerOptions): Router {
  const { viewerPath = '/', mountPath = DEFAULT_MOUNT_PATH } = options
  const router = new Router({ sensitive: true, strict: true })
  // Relative, so that a proxy may put both below a path of its own.
  const api = path.posix.relative(viewerPath, mountPath) || '.'
  servePage(router, 'viewer', fillIn(options.page, { '{{api}}': api }), {
    path: viewerPath === '/' ? '' : viewerPath,
    contentSecurityPolicy: CONTENT_SECURITY_POLICY,
  })
  return router
}
