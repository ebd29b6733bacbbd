/** `ETag` and `If-None-Match`: https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3 */
import { hash } from 'node:crypto'
import type { Context } from 'koa'
import { ENCODINGS } from './compression/encodings'

/** Strong tag of a body, or of the version that identifies it. */
export function contentTag(content: string | Buffer): string {
  return `"${hash('sha256', content, 'base64url').slice(0, 27)}"`
}

/**
 * The tag of a compressed response. A strong tag must differ for different bytes, a weak one need not:
 * https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3.3
 */
export function encodedTag(tag: string, encoding: string): string {
  return tag.startsWith('"') ? tag.replace(/"$/, `-${encoding}"`) : tag
}

const ENCODING_SUFFIX = new RegExp(`-(?:${ENCODINGS.join('|')})(?=")`, 'g')

/** Adds the tags of uncompressed responses to those of a client: other handlers of requests know only them. */
export function withPlainTags(tags: string): string {
  const plain = tags.replace(ENCODING_SUFFIX, '')
  return plain === tags ? tags : `${tags}, ${plain}`
}

/** The tag of a 304 whose handler knows only that of the uncompressed response. */
export function knownTag(tag: string, tags: string): string {
  if (tags.includes(tag)) return tag
  return ENCODINGS.map((name) => encodedTag(tag, name)).find((text) => tags.includes(text)) ?? tag
}

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
    .find((text) => text === '*' || text === tag || text.replace(ENCODING_SUFFIX, '') === tag)
  if (match === undefined) return false
  ctx.set('ETag', match === '*' ? tag : match)
  ctx.status = 304
  return true
}
