import cors from '@koa/cors'
import type { Middleware } from 'koa'
import { EXPOSED_HEADERS } from './response-headers'

/** Seconds that a browser may cache a preflight response. */
const MAX_AGE = 600

/** @param origins origins whose pages may read responses, e.g. `https://app.example`; `*` for all */
export function crossOrigin(origins: readonly string[]): Middleware {
  const isOpen = origins.includes('*')
  return cors({
    origin: (ctx) => {
      if (isOpen) return '*'
      const origin = ctx.get('Origin')
      return origins.includes(origin) ? origin : ''
    },
    allowMethods: ['GET', 'HEAD'],
    exposeHeaders: [...EXPOSED_HEADERS],
    maxAge: MAX_AGE,
  })
}
