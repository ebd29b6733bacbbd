/** The OpenAPI document and the page to read and try it: outside of the mount path, and of authentication. */
import Router from '@koa/router'
import { noteRoute } from '../answered-request'
import { answerNotModified, tagOfContent } from '../entity-tag'
import { servePage, type BuiltPage } from '../pages/built-page'
import type { OpenApiDocument } from './objects'

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Its icons are part of its style sheet.
  "img-src 'self' data:",
  "connect-src 'self'",
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ')

/** @param page that reads `../openapi.json`; default: the document alone */
export function apiDocsRoutes(document: OpenApiDocument, page?: BuiltPage): Router {
  const router = new Router({ sensitive: true, strict: true })
  const text = JSON.stringify(document)
  const tag = tagOfContent(text)

  router.get('/openapi.json', (ctx) => {
    noteRoute(ctx, 'openapi.json')
    ctx.set('Cache-Control', 'no-cache')
    if (answerNotModified(ctx, tag)) return
    ctx.type = 'application/json'
    ctx.set('ETag', tag)
    ctx.body = text
  })

  if (page) {
    servePage(router, 'docs', page, {
      path: '/docs',
      contentSecurityPolicy: CONTENT_SECURITY_POLICY,
    })
  }
  return router
}
