/** How many requests a caller may make, told in the headers of each answer. */
import type { Context, Middleware } from 'koa'
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { ApiError, rateLimitExceeded } from '../../core/errors'
import type { Principal } from '../authentication/principal'
import { networkOf, type AddressOf } from './client-address'

/** Counts by keys; any limiter of `rate-limiter-flexible`. */
export type RequestCounter = RateLimiterAbstract

export interface RateLimit {
  /**
   * Around authentication: failures count by address, and past the limit they are 429 and no longer
   * say whether the credentials were wrong. Valid credentials pass, because callers behind a proxy that
   * is not named share its address, and one of them could lock out all others.
   */
  readonly refusals: Middleware
  /** After authentication: counts each request of a caller, or of an address that said not who it is. */
  readonly requests: Middleware
}

/** @param addressOf tells callers apart who have not said who they are */
export function rateLimit(counter: RequestCounter, addressOf: AddressOf): RateLimit {
  const addressKey = (ctx: Context): string => `address ${networkOf(addressOf(ctx.req))}`

  const tell = (ctx: Context, { remainingPoints, msBeforeNext }: RateLimiterRes): void => {
    ctx.set({
      'X-RateLimit-Limit': String(counter.points),
      'X-RateLimit-Remaining': String(Math.max(0, remainingPoints)),
      'X-RateLimit-Reset': String(Math.ceil((Date.now() + msBeforeNext) / 1000)),
    })
  }

  const refuse = (ctx: Context, state: RateLimiterRes): ApiError => {
    tell(ctx, state)
    return rateLimitExceeded(Math.max(1, Math.ceil(state.msBeforeNext / 1000)))
  }

  const count = async (ctx: Context, key: string): Promise<void> => {
    const state = await counter.consume(key).catch((reason: unknown) => {
      throw reason instanceof RateLimiterRes ? refuse(ctx, reason) : reason
    })
    tell(ctx, state)
  }

  return {
    refusals: async function limitRefusals(ctx, next) {
      try {
        await next()
      } catch (error) {
        const isUnknown = ctx.state['principal'] === undefined
        if (isUnknown && error instanceof ApiError && error.code === 'AUTHENTICATION_FAILED') {
          await count(ctx, addressKey(ctx))
        }
        throw error
      }
    },
    requests: async function limitRequests(ctx, next) {
      const principal = ctx.state['principal'] as Principal | undefined
      const key = principal
        ? `caller ${JSON.stringify([principal.authMethod, principal.name])}`
        : addressKey(ctx)
      await count(ctx, key)
      await next()
    },
  }
}
