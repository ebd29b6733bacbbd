import type { Context } from 'koa'
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
    onResponseClose(ctx, () => {
      unsent.responses--
      if (unsent.responses === 0) budget.release(bytes)
    })
    return true
  }

  /** Counts the body of an error even if it does not fit. */
  addError(ctx: Context, body: string): void {
    if (ctx.method === 'HEAD') return
    const { budget, bytes } = this.unsentBody(body)
    budget.add(bytes)
    onResponseClose(ctx, () => {
      budget.release(bytes)
    })
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
