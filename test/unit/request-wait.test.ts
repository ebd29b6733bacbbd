/** The times of requests that wait in the queue of the server until others have started. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import Koa, { type Middleware } from 'koa'
import { addressOf, listen } from '../../src/http/http-server'
import { requestLog, type RequestLogEntry } from '../../src/http/request-log'
import { requestSpan } from '../../src/http/request-span'
import { sendRaw } from '../support/raw-request'
import { recordedSpans } from '../support/recorded-spans'
import { waitUntil } from '../support/wait-until'

/** Milliseconds that each request takes. */
const WORK = 50
/** Milliseconds that only a request takes which waits for another one: both arrive at almost the same time. */
const WITH_WAIT = 1.5 * WORK

/** Serves two requests of a connection, which arrive together: the second waits for the response to the first. */
async function serveTwo(middleware: Middleware): Promise<void> {
  const app = new Koa().use(middleware).use(async (ctx) => {
    const began = performance.now()
    while (performance.now() - began < WORK) await nextTurn()
    ctx.body = 'x'
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  try {
    const request = (connection: string): string =>
      `GET / HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n\r\n`
    const both = Buffer.from(request('keep-alive') + request('close'))
    await sendRaw(addressOf(server, '127.0.0.1'), both, 10_000)
  } finally {
    server.close()
  }
}

it('the log includes the wait', async () => {
  const entries: RequestLogEntry[] = []
  await serveTwo(requestLog((entry) => entries.push(entry)))
  await waitUntil(() => entries.length === 2)
  expect(entries[1]?.ms).toBeGreaterThanOrEqual(WITH_WAIT)
})

it('the span of a request includes the wait', async () => {
  const middleware = requestSpan()
  if (!middleware) throw new Error('no SDK is registered')
  await serveTwo(middleware)
  await waitUntil(() => recordedSpans().length === 2)
  const [seconds = 0, nanoseconds = 0] = recordedSpans().at(-1)?.duration ?? []
  expect(seconds * 1e3 + nanoseconds / 1e6).toBeGreaterThanOrEqual(WITH_WAIT)
})
