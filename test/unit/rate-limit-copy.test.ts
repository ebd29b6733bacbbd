/** A counter of another copy of rate-limiter-flexible, whose classes are not those of this program. */
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { addressBehind, createApp, rateLimit } from '../../src'
import { NO_TABLES } from '../support/no-tables'
import { serveApp } from '../support/serve-app'

/** Rejects with an object that has the properties, but not the class, of a result. */
class OtherCopy extends RateLimiterMemory {
  override consume(key: string): Promise<RateLimiterRes> {
    return super.consume(key).catch((result: unknown) => {
      const { remainingPoints, msBeforeNext } = result as RateLimiterRes
      const copy: unknown = { remainingPoints, msBeforeNext }
      throw copy
    })
  }
}

it('limits requests', async () => {
  const counter = new OtherCopy({ points: 1, duration: 60 })
  const limit = rateLimit(counter, addressBehind([]))
  const { origin, stop } = await serveApp(createApp({ tables: NO_TABLES, rateLimit: limit }))
  try {
    const send = (): Promise<Response> => fetch(`${origin}/api/table-viewer/tables`)
    expect((await send()).status).toBe(200)
    const refused = await send()
    expect([refused.status, Number(refused.headers.get('Retry-After'))]).toEqual([429, 60])
  } finally {
    stop()
  }
})
