/** `ETag` and `If-None-Match`: https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3 */
import { hash } from 'node:crypto'
import type { Context } from 'koa'
import { ENCODINGS } from './compression/encodings'

/** Strong tag of a body, or of the version that identifies it. */
export function contentTag(content: string | Buffer): string {
  return `"${hash('sha256', content, 'base64url').slice(0, 27)}"`
}

/** Suffix of a compressed response's tag. */
const ENCODING_SUFFIX = new RegExp(`-(${ENCODINGS.join('|')})"$`)

/**
 * Responds 304 if the client already has the response with this tag, and returns whether it does. The
 * request's `Cache-Control` is ignored: it addresses caches, and `fetch` adds `no-cache` whenever a
 * script sets `If-None-Match`.
 */
export function respondNotModified(ctx: Context, tag: string): boolean {
  const match = ctx
    .get('If-None-Match')
    .split(',')
    .map((text) => text.trim().replace(/^W\//, ''))
    .find((text) => text === '*' || text === tag || text.replace(ENCODING_SUFFIX, '"') === tag)
  if (match === undefined) return false
  ctx.set('ETag', match === '*' ? tag : match)
  ctx.status = 304
  return true
}
