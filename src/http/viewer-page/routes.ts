/** The page that shows the tables. It contains no data and uses only the public API. */
import path from 'node:path'
import Router from '@koa/router'
import { DEFAULT_MOUNT_PATH } from '../defaults'
import { fillPlaceholders, addPageRoutes, type BuiltPage } from '../pages/built-page'

interface ViewerOptions {
  readonly page: BuiltPage
  /** Path of the page; default: `/`. */
  readonly viewerPath?: string
  /** Path prefix of the API; default: `DEFAULT_MOUNT_PATH`. */
  readonly mountPath?: string
}

/**
 * Allows the page's own files only, and no code from text. Downloads need no entry, because the
 * browser saves a `blob:` link instead of loading it.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Images of binary columns.
  "img-src 'self' blob:",
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
  // Relative, because a proxy may add a path prefix.
  const api = path.posix.relative(viewerPath, mountPath) || '.'
  addPageRoutes(router, 'viewer', fillPlaceholders(options.page, { '{{api}}': api }), {
    path: viewerPath === '/' ? '' : viewerPath,
    contentSecurityPolicy: CONTENT_SECURITY_POLICY,
  })
  return router
}
