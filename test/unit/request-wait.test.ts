/** The times of requests that wait in the queue of the server until others have started. */
import Koa, { type Middleware } from 'koa'
import { addressOf, listen } from '../../src/http/http-server'
import { requestLog, type RequestLogEntry } from '../../src/http/request-log'
import { requestSpan } from '../../src/http/request-span'
import { sendFromMany } from '../support/many-clients'
import { recordedSpans } from '../support/recorded-spans'
import { waitUntil } from '../support/wait-until'

const CLIENTS = 40
/** Milliseconds for which each request occupies the event loop. */
const WORK = 5
/** Milliseconds: ten requests start in a turn, so that the last one waits for at least twenty others. */
const WAIT = 20 * WORK

/** Serves one request of each client, all sent at once. */
async function serveClients(middleware: Middleware): Promise<void> {
  const app = new Koa().use(middleware).use((ctx) => {
    const began = performance.now()
    while (performance.now() - began < WORK);
    ctx.body = 'x'
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  try {
    const origin = addressOf(server, '127.0.0.1')
    await sendFromMany(origin, { clients: CLIENTS, requests: CLIENTS, path: () => '/' })
  } finally {
    server.close()
  }
}

it('the log includes the wait', async () => {
  const entries: RequestLogEntry[] = []
  await serveClients(requestLog((entry) => entries.push(entry)))
  await waitUntil(() => entries.length === CLIENTS)
  expect(entries.at(-1)?.ms).toBeGreaterThanOrEqual(WAIT)
})

it('the span of a request includes the wait', async () => {
  const middleware = requestSpan()
  if (!middleware) throw new Error('no SDK is registered')
  await serveClients(middleware)
  await waitUntil(() => recordedSpans().length === CLIENTS)
  const [seconds = 0, nanoseconds = 0] = recordedSpans().at(-1)?.duration ?? []
  expect(seconds * 1e3 + nanoseconds / 1e6).toBeGreaterThanOrEqual(WAIT)
})
