import { Readable } from 'node:stream'
import compress from 'koa-compress'
import type { Middleware } from 'koa'

/** Bytes; compression does not pay for smaller responses. */
const THRESHOLD = 1024

/** Compresses large responses when Accept-Encoding allows it. */
export function compression(): Middleware {
  const compressBody = compress({ threshold: THRESHOLD, defaultEncoding: 'identity' })
  return async function compressResponse(ctx, next) {
    ctx.vary('Accept-Encoding')
    await next()
    const { response } = ctx
    if (response.length < THRESHOLD || ctx.get('Accept-Encoding') === '') return
    // Without this, koa-compress falls back to an encoding that the client does not accept.
    if (!ctx.acceptsEncodings('zstd', 'br', 'gzip', 'deflate')) ctx.compress = false
    await compressBody(ctx, () => Promise.resolve())
    if (ctx.res.hasHeader('Content-Encoding') && ctx.res.hasHeader('ETag')) {
      // A strong tag must differ for different bytes: https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3.3
      const suffix = `-${response.get('Content-Encoding')}"`
      ctx.set('ETag', response.get('ETag').replace(/"$/, suffix))
    }
    // HEAD cannot tell the length that GET would have after compression.
    if (ctx.method === 'HEAD' && response.length >= THRESHOLD) ctx.body = Readable.from([])
  }
}
