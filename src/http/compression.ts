import compress from 'koa-compress'
import type { Context, Middleware } from 'koa'
import { compressConstant, ENCODINGS, isConstant } from './constant-bodies'

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
    if (isConstant(ctx.body)) {
      await sendCompressed(ctx, ctx.body)
      return
    }
    // Without this, koa-compress falls back to an encoding that the client does not accept.
    if (!ctx.acceptsEncodings(...ENCODINGS)) ctx.compress = false
    // koa-compress skips HEAD, whose headers must be those of GET.
    const { method } = ctx
    ctx.method = 'GET'
    try {
      await compressBody(ctx, () => Promise.resolve())
    } finally {
      ctx.method = method
    }
    if (ctx.res.hasHeader('Content-Encoding')) tagEncoding(ctx)
  }
}

async function sendCompressed(ctx: Context, body: Buffer): Promise<void> {
  const result = await compressConstant(
    body,
    (encoding) => ctx.acceptsEncodings(encoding, 'identity') === encoding,
  )
  if (!result) return
  ctx.set('Content-Encoding', result.encoding)
  ctx.body = result.compressed
  tagEncoding(ctx)
}

/** A strong tag must differ for different bytes: https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3.3 */
function tagEncoding(ctx: Context): void {
  if (!ctx.res.hasHeader('ETag')) return
  const suffix = `-${ctx.response.get('Content-Encoding')}"`
  ctx.set('ETag', ctx.response.get('ETag').replace(/"$/, suffix))
}
