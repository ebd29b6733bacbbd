import { once } from 'node:events'
import http from 'node:http'
import Koa from 'koa'
import { requestLog, type RequestLogEntry } from '../../src/http/request-log'
import { serveApp } from '../support/serve-app'

/** Bytes; more than the buffers of both sockets hold. */
const LARGE = 64 * 1024 * 1024

/** The entry of one response of the given size, which the client handles. */
async function entryOf(
  bytes: number,
  headers: http.OutgoingHttpHeaders,
  handle: (response: http.IncomingMessage) => unknown,
): Promise<RequestLogEntry> {
  const app = new Koa()
  app.silent = true
  const logged = new Promise<RequestLogEntry>((resolve) => app.use(requestLog(resolve)))
  app.use((ctx) => {
    ctx.body = Buffer.alloc(bytes)
  })
  const { origin, stop } = await serveApp(app)
  try {
    const [response] = (await once(http.get(origin, { headers }), 'response')) as [
      http.IncomingMessage,
    ]
    handle(response)
    return await logged
  } finally {
    stop()
  }
}

it.each(['keep-alive', 'close'])(
  'a client that receives the whole response is not logged as aborted (%s)',
  async (Connection) => {
    const entry = await entryOf(LARGE, { Connection }, (response) => response.resume())
    expect(entry).toMatchObject({ status: 200, isAborted: false })
  },
)

it('a client that disconnects within the body is logged as aborted', async () => {
  const disconnect = (response: http.IncomingMessage): void => {
    response.on('error', () => undefined)
    response.once('data', () => {
      response.destroy()
    })
  }
  expect(await entryOf(LARGE, {}, disconnect)).toMatchObject({ status: 200, isAborted: true })
})
