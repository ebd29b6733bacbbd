/** Limits the requests of each caller, and reports the state in headers of each response. */
import Joi from 'joi'
import type { Context, Middleware } from 'koa'
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from '../../core/errors'
import {
  checkedOptions,
  FUNCTION,
  objectWith,
  required,
  type OptionTypes,
} from '../../settings/option-check'
import { principalOf } from '../authentication/principal'
import { rateLimitExceeded } from '../errors/request-errors'
import { RequestValue } from '../request-value'
import { networkOf, type AddressOf } from './client-address'

/** Any limiter of `rate-limiter-flexible`. */
export type RequestCounter = RateLimiterAbstract

/** The middleware that `rateLimit` makes, for the option `rateLimit`. */
export interface RateLimit {
  /**
   * Runs around authentication: counts failures by address, and refuses further ones with 429. Valid
   * credentials still pass, because clients behind an untrusted proxy share its address, and one of them
   * could lock out the others.
   */
  readonly authenticationFailures: Middleware
  /** Runs after authentication: counts requests by caller, or by address if there is no caller. */
  readonly requests: Middleware
}

type CounterState = Pick<RateLimiterRes, 'remainingPoints' | 'msBeforeNext'>

/** Compares properties, not the class: the app may have its own copy of rate-limiter-flexible. */
function isState(reason: unknown): reason is CounterState {
  if (typeof reason !== 'object' || reason === null) return false
  const { remainingPoints, msBeforeNext }: Partial<Record<keyof CounterState, unknown>> = reason
  return typeof remainingPoints === 'number' && typeof msBeforeNext === 'number'
}

/** Whether a request has passed authentication and is counted. */
const counted = new RequestValue<boolean>('counted')

const PARAMETERS: OptionTypes<{
  counter: RequestCounter
  addressOf: AddressOf
  maxWait: number | undefined
}> = {
  counter: required(objectWith('a limiter of rate-limiter-flexible', 'consume')),
  addressOf: required({ ...FUNCTION, allowed: 'a function, for example addressBehind([])' }),
  maxWait: { schema: Joi.number().min(0), allowed: 'a number of seconds' },
}

/**
 * Limits requests by a counter, whose points and duration are the limit and its window.
 * @param addressOf returns the address that identifies an unauthenticated client
 * @param maxWait maximum seconds that a response tells a client to wait: a counter in memory compares times of
 *   day, so it reports an hour too much if the clock is set back by an hour; default: no maximum
 * @throws TypeError for a wrong parameter
 */
export function rateLimit(
  counter: RequestCounter,
  addressOf: AddressOf,
  maxWait?: number,
): RateLimit {
  checkedOptions('rateLimit', { counter, addressOf, maxWait }, PARAMETERS)
  const addressKey = (ctx: Context): string => `address ${networkOf(addressOf(ctx.req))}`

  const millisecondsToWait = ({ msBeforeNext }: CounterState): number =>
    Math.min(msBeforeNext, 1000 * (maxWait ?? Infinity))

  const setHeaders = (ctx: Context, state: CounterState): void => {
    ctx.set({
      'X-RateLimit-Limit': String(counter.points),
      'X-RateLimit-Remaining': String(Math.max(0, state.remainingPoints)),
      'X-RateLimit-Reset': String(Math.ceil((Date.now() + millisecondsToWait(state)) / 1000)),
    })
  }

  const refuse = (ctx: Context, state: CounterState): ApiError => {
    setHeaders(ctx, state)
    // A failed authentication has set it, but other credentials do not help a client that is over the limit.
    ctx.remove('WWW-Authenticate')
    return rateLimitExceeded(Math.max(1, Math.ceil(millisecondsToWait(state) / 1000)))
  }

  const count = async (ctx: Context, key: string): Promise<void> => {
    const state = await counter.consume(key).catch((reason: unknown) => {
      throw isState(reason) ? refuse(ctx, reason) : reason
    })
    setHeaders(ctx, state)
  }

  return {
    authenticationFailures: async function limitFailures(ctx, next) {
      try {
        await next()
      } catch (error) {
        // A refusal by permissions comes after authentication, and is a counted request. Credentials that could
        // not be checked do not count. Else a client whose token has expired meanwhile would get 429, not the
        // 401 that tells it to renew the token.
        if (
          counted.get(ctx) !== true &&
          error instanceof ApiError &&
          error.code === 'AUTHENTICATION_FAILED'
        ) {
          await count(ctx, addressKey(ctx))
        }
        throw error
      }
    },
    requests: async function limitRequests(ctx, next) {
      const principal = principalOf(ctx)
      const key = principal
        ? `caller ${JSON.stringify([principal.authMethod, principal.name])}`
        : addressKey(ctx)
      counted.set(ctx, true)
      await count(ctx, key)
      await next()
    },
  }
}
