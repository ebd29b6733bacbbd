import { pipeline, Stream } from 'node:stream'
import type { Context, Middleware } from 'koa'
import { CompressionTurns } from './compression-turns'
import { compressOnce } from '../constant-bodies'
import { preferredEncoding, type PreferredEncoding } from './encodings'
import { sendInstead } from '../memory/unsent-bodies'
import { bodyKey, RecentBodies } from './recent-bodies'
import { isClosed } from '../response-close'
import { encodedTag, knownTag, withPlainTags } from '../entity-tag'

/** Bytes; compression does not pay for smaller responses. */
const THRESHOLD = 1024

/** Maximum bytes of a body that takes less time to compress than to give to a thread. */
const TINY = 4 * 1024

/** Maximum bytes of a small body; small ones do not wait for larger ones. */
const SMALL = 256 * 1024

/**
 * Number of small bodies, and number of larger ones, that are compressed at the same time; together as many as Node.js
 * has threads for it (four).
 */
const AT_ONCE = 2

/** Types whose content is not compressed already. */
const COMPRESSIBLE_TYPES = new RegExp(
  [
    String.raw`^text/`,
    String.raw`\+(json|text|xml|yaml)$`,
    String.raw`^application/(x-)?(javascript|ecmascript|json|ndjson|octet-stream|postscript|rtf|tar|toml|wasm)$`,
    String.raw`^application/(vnd\.ms-fontobject|x-www-form-urlencoded|xml|xml-dtd)$`,
    String.raw`^(font/(otf|ttf)|image/(bmp|vnd\.microsoft\.icon|x-icon|x-ms-bmp)|message/rfc822)$`,
  ].join('|'),
)

/** Compresses large responses when Accept-Encoding allows it. */
export function compression(): Middleware {
  const small = new CompressionTurns(AT_ONCE)
  const large = new CompressionTurns(AT_ONCE)
  const recent = new RecentBodies()

  /** @returns `undefined` if the client disconnects */
  const compressBody = (
    ctx: Context,
    body: Buffer,
    { name, encoder }: PreferredEncoding,
  ): Buffer | Promise<Buffer | undefined> => {
    const { compress, compressNow } = encoder
    if (body.length > SMALL) return large.run(ctx, () => compressOnce(body, name, compress))
    const key = bodyKey(body, name)
    const existing = recent.get(key)
    if (existing) return existing
    if (body.length <= TINY) return recent.keep(key, compressNow(body))
    // When its turn comes, the same body may have been compressed for another request.
    return small.run(ctx, () => recent.getOrCompress(key, () => compress(body)))
  }

  return async function compressResponse(ctx, next) {
    ctx.vary('Accept-Encoding')
    const known = ctx.get('If-None-Match')
    if (known !== '') ctx.req.headers['if-none-match'] = withPlainTags(known)
    await next()
    if (ctx.status === 304) changeTag(ctx, (tag) => knownTag(tag, known))
    if (!isCompressible(ctx)) return
    const preferred = preferredEncoding(ctx.get('Accept-Encoding'))
    if (!preferred) return
    const { name, encoder } = preferred
    const content: unknown = ctx.body
    if (isStream(content)) {
      // Unlike `pipe`, this also ends the response if the content fails.
      ctx.body = pipeline(content, encoder.createStream(), () => undefined)
      ctx.remove('Content-Length')
    } else {
      const body = wholeBody(content)
      if (!body) return
      const compressed = await compressBody(ctx, body, preferred)
      if (!compressed || isClosed(ctx)) return
      sendInstead(ctx, compressed)
    }
    ctx.set('Content-Encoding', name)
    changeTag(ctx, (tag) => encodedTag(tag, name))
  }
}

function isCompressible(ctx: Context): boolean {
  const { body, response, status } = ctx
  if (response.length < THRESHOLD || body === undefined || body === null) return false
  // A range counts the bytes of the body before compression.
  const isWhole = status !== 204 && status !== 205 && status !== 206 && status !== 304
  if (!isWhole || ctx.headerSent || !ctx.writable) return false
  return (
    COMPRESSIBLE_TYPES.test(response.type) &&
    !ctx.res.hasHeader('Content-Encoding') &&
    !ctx.res.hasHeader('Content-Range') &&
    !/(^|,)\s*no-transform\s*(,|$)/i.test(response.get('Cache-Control'))
  )
}

function isStream(content: unknown): content is NodeJS.ReadableStream {
  return content instanceof Stream
}

/** @returns `undefined` for content whose bytes are not in memory */
function wholeBody(content: unknown): Buffer | undefined {
  if (Buffer.isBuffer(content)) return content
  if (typeof content === 'string') return Buffer.from(content)
  const isOther = [Blob, ReadableStream, Response].some((type) => content instanceof type)
  return isOther ? undefined : Buffer.from(JSON.stringify(content))
}

function changeTag(ctx: Context, change: (tag: string) => string): void {
  const tag = ctx.response.get('ETag')
  if (tag) ctx.set('ETag', change(tag))
}
