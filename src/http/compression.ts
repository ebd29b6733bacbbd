import { Readable } from 'node:stream'
import compress from 'koa-compress'
import type { Middleware } from 'koa'

/** Bytes; smaller answers gain nothing. */
const THRESHOLD = 1024

/** Compresses large answers for who asks for it. */
export function compression(): Middleware {
  const compressAnswer = compress({ threshold: THRESHOLD, defaultEncoding: 'identity' })
  return async function compressAnswers(ctx, next) {
    const isAsked = ctx.get('Accept-Encoding') !== ''
    await compressAnswer(ctx, async () => {
      await next()
      // The middleware would take it for an encoding of its own: nothing that it knows is accepted.
      ctx.compress =
        isAsked && ctx.acceptsEncodings('zstd', 'br', 'gzip', 'deflate') ? undefined : false
    })
    const { response } = ctx
    if (ctx.res.hasHeader('Content-Encoding') && ctx.res.hasHeader('ETag')) {
      // Other bytes, so another strong tag. https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3.3
      const end = `-${response.get('Content-Encoding')}"`
      ctx.set('ETag', response.get('ETag').replace(/"$/, end))
    }
    // The length of what GET would give is not known before it is compressed.
    const isLarge = ctx.method === 'HEAD' && response.length >= THRESHOLD
    if (isLarge && isAsked) ctx.body = Readable.from([])
  }
}
