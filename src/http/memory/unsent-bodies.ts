import type { Context } from 'koa'
import { RequestValue } from '../request-value'
import { onResponseClose } from '../response-close'
import type { ByteBudget } from './byte-budget'

export type Body = string | Buffer

interface UnsentBody {
  readonly budget: ByteBudget
  readonly bytes: number
  responses: number
}

/** Counts another body in place of the one that is counted for the response. */
const recounts = new RequestValue<(body: Buffer) => void>('recount')

/**
 * Sends a body, such as a compressed one, in place of the one that the response has, which can then be freed. It
 * counts in the budget of the replaced one, so that large bodies do not fill the budget of small ones.
 */
export function sendInstead(ctx: Context, body: Buffer): void {
  recounts.get(ctx)?.(body)
  ctx.body = body
}

/** Counts bodies until the responses that send them are closed. */
export class UnsentBodies {
  /** Requests that share a result share its buffer, which counts once. */
  private readonly shared = new WeakMap<Buffer, UnsentBody>()

  constructor(private readonly budgetFor: (bytes: number) => ByteBudget) {}

  /** @returns whether the body fits. One for HEAD counts too: it is made and compressed, but not sent. */
  add(ctx: Context, body: Body): boolean {
    const added = this.unsentBody(body, (bytes) => this.budgetFor(bytes))
    if (added.responses === 0 && !added.budget.tryAcquireUnqueued(added.bytes)) return false
    added.responses++
    let counted: UnsentBody | undefined = added
    recounts.set(ctx, (other) => {
      const previous = counted
      if (!previous) return
      counted = this.unsentBody(other, () => previous.budget)
      // Counts even if it does not fit, because it is in memory already.
      if (counted.responses === 0) counted.budget.add(counted.bytes)
      counted.responses++
      leave(previous)
    })
    onResponseClose(ctx, () => {
      if (counted) leave(counted)
      counted = undefined
    })
    return true
  }

  /** Counts the body of an error even if it does not fit. */
  addError(ctx: Context, body: string): void {
    if (ctx.method === 'HEAD') return
    const bytes = bytesInMemory(body)
    const budget = this.budgetFor(bytes)
    budget.add(bytes)
    onResponseClose(ctx, () => {
      budget.release(bytes)
    })
  }

  private unsentBody(body: Body, budgetFor: (bytes: number) => ByteBudget): UnsentBody {
    const shared = typeof body === 'string' ? undefined : this.shared.get(body)
    if (shared) return shared
    const bytes = bytesInMemory(body)
    const unsent = { budget: budgetFor(bytes), bytes, responses: 0 }
    if (typeof body !== 'string') this.shared.set(body, unsent)
    return unsent
  }
}

function leave(unsent: UnsentBody): void {
  unsent.responses--
  if (unsent.responses === 0) unsent.budget.release(unsent.bytes)
}

/** A string takes memory twice: itself, and the encoded copy in the socket. */
export function bytesInMemory(body: Body): number {
  return typeof body === 'string' ? body.length + Buffer.byteLength(body) : body.length
}
