/** The app over one database, reached as a client would: over HTTP. */
import { once } from 'node:events'
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from '../../src/app'
import { openDatabase, type DatabaseOptions } from '../../src/database'
import type { RoutesOptions } from '../../src/http/routes'

export type TestAppOptions = Omit<RoutesOptions, 'tables'> & DatabaseOptions

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface RequestOptions {
  readonly method?: string
  readonly headers?: Record<string, string>
}

export interface TestApp {
  /** Of the database. */
  readonly url: string
  /** Scheme, host and port of the app. */
  readonly origin: string
  /** Path and query after the mount path, sent as they are. */
  get(path: string, options?: RequestOptions): Promise<Answer>
  /** Path from the root. */
  request(path: string, options?: RequestOptions): Promise<Answer>
  /** What the app has emitted as its `error` event. */
  readonly errors: unknown[]
  stop(): Promise<void>
}

export async function startTestApp(url: string, options: TestAppOptions = {}): Promise<TestApp> {
  const database = await openDatabase(url, options)
  const app = createApp({ tables: database.tables, ...options })
  const errors: unknown[] = []
  app.on('error', (error) => errors.push(error))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const send = (path: string, options: RequestOptions = {}): Promise<Answer> =>
    sendRequest(port, path, options)
  return {
    url,
    origin: `http://127.0.0.1:${port}`,
    get: (path, requestOptions) =>
      send(`${options.mountPath ?? '/api/table-viewer'}/${path}`, requestOptions),
    request: send,
    errors,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await database.close()
    },
  }
}

/** Not `fetch`, which repairs a path before it sends it. */
async function sendRequest(
  port: number,
  path: string,
  { method = 'GET', headers = {} }: RequestOptions,
): Promise<Answer> {
  const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false })
  sent.end()
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve)
    sent.once('error', reject)
  })
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const { statusCode = 0, headers: received } = response
  return { status: statusCode, headers: received, text: Buffer.concat(chunks).toString() }
}
