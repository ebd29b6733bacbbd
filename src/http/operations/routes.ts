/** Health and metrics, outside the mount path and without authentication. */
import Router from '@koa/router'
import type { Health } from './health'
import type { Metrics } from './metrics'

export function operationsRoutes(health: Health, metrics?: Metrics): Router {
  const router = new Router({ sensitive: true, strict: true })
  router.use(async function disableCaching(ctx, next) {
    ctx.set('Cache-Control', 'no-store')
    await next()
  })

  router.get('healthz', '/healthz', (ctx) => {
    ctx.body = { status: 'ok' }
  })

  router.get('readyz', '/readyz', async (ctx) => {
    const status = await health.readiness()
    ctx.status = status === 'ready' ? 200 : 503
    ctx.body = { status }
  })

  if (metrics) {
    router.get('metrics', '/metrics', async (ctx) => {
      ctx.type = metrics.contentType
      ctx.body = await metrics.text()
    })
  }
  return router
}
