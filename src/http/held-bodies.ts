import type { Context, Middleware } from 'koa'
import type { MemoryShare } from './memory-share'
import { onResponseClose } from './response-close'

export type Body = string | Buffer

interface HeldBody {
  readonly share: MemoryShare
  readonly bytes: number
  responses: number
}

/** Bodies that wait for their clients to take them, each counted until its response is closed. */
export class HeldBodies {
  /** Requests that share a result share its bytes, which count once. */
  private readonly shared = new WeakMap<Buffer, HeldBody>()
  private readonly counted = new WeakSet<Context['res']>()

  constructor(private readonly shareFor: (bytes: number) => MemoryShare) {}

  /** @returns whether there is room for the body */
  hold(ctx: Context, body: Body): boolean {
    if (ctx.method === 'HEAD') return true
    const known = typeof body === 'string' ? undefined : this.shared.get(body)
    const held = known ?? this.notHeld(body)
    const { share, bytes } = held
    if (held.responses === 0 && !share.tryTake(bytes)) return false
    if (typeof body !== 'string') this.shared.set(body, held)
    held.responses++
    this.counted.add(ctx.res)
    onResponseClose(ctx, () => {
      held.responses--
      if (held.responses === 0) share.give(bytes)
    })
    return true
  }

  /** Counts every other body, such as that of an error, room or not. */
  countOthers(): Middleware {
    return async (ctx, next) => {
      await next()
      const body: unknown = ctx.body
      if (ctx.method === 'HEAD' || this.counted.has(ctx.res)) return
      if (typeof body !== 'string' && !Buffer.isBuffer(body)) return
      const { share, bytes } = this.notHeld(body)
      share.take(bytes)
      onResponseClose(ctx, () => {
        share.give(bytes)
      })
    }
  }

  private notHeld(body: Body): HeldBody {
    const bytes = sizeOf(body)
    return { share: this.shareFor(bytes), bytes, responses: 0 }
  }
}

/** A text is there twice: as it is, and as the bytes that the socket has of it. */
export function sizeOf(body: Body): number {
  return typeof body === 'string' ? body.length + Buffer.byteLength(body) : body.length
}
