/** The OpenAPI document and its page, outside the mount path and without authentication. */
import Router from '@koa/router'
import { declareConstant } from '../constant-bodies'
import { respondNotModified, contentTag } from '../entity-tag'
import { respondJson } from '../json-response'
import { addPageRoutes, type BuiltPage } from '../pages/built-page'
import type { OpenApiDocument } from './objects'

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The style sheet contains its icons.
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** @param page a page that loads `../openapi.json`; default: no page */
export function apiDocsRoutes(document: OpenApiDocument, page?: BuiltPage): Router {
  const router = new Router({ sensitive: true, strict: true })
  const body = declareConstant(Buffer.from(JSON.stringify(document)))
  const tag = contentTag(body)

  router.get('openapi.json', '/openapi.json', (ctx) => {
    ctx.set('Cache-Control', 'no-cache')
    if (respondNotModified(ctx, tag)) return
    respondJson(ctx, body, tag)
  })

  if (page) {
    addPageRoutes(router, 'docs', page, {
      path: '/docs',
      contentSecurityPolicy: CONTENT_SECURITY_POLICY,
    })
  }
  return router
}
