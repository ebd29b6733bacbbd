/** Compression of responses of an app's other routes. */
import { Readable } from 'node:stream'
import Router from '@koa/router'
import { createApp } from '../../src'
import { NO_TABLES } from '../support/no-tables'
import { sendRequest } from '../support/send-request'
import { serveApp } from '../support/serve-app'

const TEXT = 'text '.repeat(1000)

describe.each(['"own"', 'W/"own"'])('a route of another program with the ETag %s', (etag) => {
  it('is revalidated by the ETag of its compressed response', async () => {
    const router = new Router().get('/own', (ctx) => {
      ctx.status = 200
      ctx.set({ ETag: etag, 'Content-Type': 'application/json' })
      if (ctx.fresh) ctx.status = 304
      else ctx.body = TEXT
    })
    const app = await serveApp(createApp({ tables: NO_TABLES, otherRoutes: [router] }))
    const compressed = { 'Accept-Encoding': 'gzip' }
    const { headers } = await sendRequest(app.origin, '/own', { headers: compressed })
    const { status, headers: confirmed } = await sendRequest(app.origin, '/own', {
      headers: { ...compressed, 'If-None-Match': `"other", ${headers.etag}` },
    })
    const changed = await sendRequest(app.origin, '/own', {
      headers: { ...compressed, 'If-None-Match': '"other-gzip"' },
    })
    app.stop()
    expect(headers['content-encoding']).toBe('gzip')
    expect(headers.etag).toBe(etag === '"own"' ? '"own-gzip"' : etag)
    expect([status, confirmed.etag, changed.status]).toEqual([304, headers.etag, 200])
  })
})

it('closes the connection at once if the stream of a body fails', async () => {
  const failure = new Error('the stream failed')
  const router = new Router().get('/stream', (ctx) => {
    ctx.type = 'text'
    ctx.body = Readable.from(failing(failure))
  })
  const app = createApp({ tables: NO_TABLES, otherRoutes: [router] })
  const errors: unknown[] = []
  app.on('error', (error) => errors.push(error))
  const own = await serveApp(app)
  const response = sendRequest(own.origin, '/stream', { headers: { 'Accept-Encoding': 'gzip' } })
  await expect(response).rejects.toMatchObject({ code: 'ECONNRESET' })
  own.stop()
  expect(errors).toContain(failure)
})

async function* failing(failure: Error): AsyncGenerator<string> {
  yield await Promise.resolve('x'.repeat(100_000))
  throw failure
}
