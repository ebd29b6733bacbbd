/** `ETag` and `If-None-Match`: https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3 */
import { createHash, randomUUID } from 'node:crypto'
import type { Context } from 'koa'

/** A version means nothing to another process, or to this program after its next start. */
const PROCESS = randomUUID()

/** Strong: of an answer that is known by its version. */
export function tagOfVersion(version: string): string {
  return tagOfContent(`${PROCESS} ${version}`)
}

/** Strong: of an answer that is known itself. */
export function tagOfContent(content: string | Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
}

/** What a compressed answer's tag ends in. */
const ENCODING = /-(zstd|br|gzip|deflate)"$/

/**
 * Whether the client has the answer with this tag; then that is answered. A request's `Cache-Control`
 * does not count: it is for caches, and `fetch` sends `no-cache` with each `If-None-Match` of a script.
 */
export function answerNotModified(ctx: Context, tag: string): boolean {
  const held = ctx
    .get('If-None-Match')
    .split(',')
    .map((text) => text.trim().replace(/^W\//, ''))
    .find((text) => text === '*' || text === tag || text.replace(ENCODING, '"') === tag)
  if (held === undefined) return false
  ctx.set('ETag', held === '*' ? tag : held)
  ctx.status = 304
  return true
}
