import type { Context, Middleware } from 'koa'
import { RequestValue } from '../request-value'
import { onResponseClose } from '../response-close'
import type { ByteBudget } from './byte-budget'

export type Body = string | Buffer

interface UnsentBody {
  readonly budget: ByteBudget
  readonly bytes: number
  responses: number
}

/** Counts bodies until the responses that send them are closed. */
export class UnsentBodies {
  /** Requests that share a result share its buffer, which counts once. */
  private readonly shared = new WeakMap<Buffer, UnsentBody>()
  private readonly counted = new RequestValue<true>('counted')

  constructor(private readonly budgetFor: (bytes: number) => ByteBudget) {}

  /** @returns whether the body fits */
  add(ctx: Context, body: Body): boolean {
    if (ctx.method === 'HEAD') return true
    const shared = typeof body === 'string' ? undefined : this.shared.get(body)
    const unsent = shared ?? this.unsentBody(body)
    const { budget, bytes } = unsent
    if (unsent.responses === 0 && !budget.tryAcquireUnqueued(bytes)) return false
    if (typeof body !== 'string') this.shared.set(body, unsent)
    unsent.responses++
    this.counted.set(ctx, true)
    onResponseClose(ctx, () => {
      unsent.responses--
      if (unsent.responses === 0) budget.release(bytes)
    })
    return true
  }

  /** Counts all other bodies, such as error bodies, even if they do not fit. */
  countOthers(): Middleware {
    return async (ctx, next) => {
      await next()
      const body: unknown = ctx.body
      if (ctx.method === 'HEAD' || this.counted.get(ctx)) return
      if (typeof body !== 'string' && !Buffer.isBuffer(body)) return
      const { budget, bytes } = this.unsentBody(body)
      budget.add(bytes)
      onResponseClose(ctx, () => {
        budget.release(bytes)
      })
    }
  }

  private unsentBody(body: Body): UnsentBody {
    const bytes = bytesInMemory(body)
    return { budget: this.budgetFor(bytes), bytes, responses: 0 }
  }
}

/** A string takes memory twice: itself, and the encoded copy in the socket. */
export function bytesInMemory(body: Body): number {
  return typeof body === 'string' ? body.length + Buffer.byteLength(body) : body.length
}
