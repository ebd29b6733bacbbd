/** The app over one database, reached as a client would: over HTTP. */
import { createApp } from '../../src/app'
import { openDatabase, type DatabaseOptions } from '../../src/database'
import type { AppOptions } from '../../src/app'
import { openApiDocument } from '../../src/http/openapi/document'
import { flawsBy } from './described-answer'
import { decoded, sendRequest, type Answer, type RequestOptions } from './send-request'
import { serveApp } from './serve-app'
import { testClock } from './test-clock'

export type TestAppOptions = Omit<AppOptions, 'tables'> & DatabaseOptions

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
  /** The catalogue cache is now too old to be used. */
  readonly age: () => void
  stop(): Promise<void>
}

export async function startTestApp(url: string, options: TestAppOptions = {}): Promise<TestApp> {
  const plainReads = process.env['TEST_PLAIN_READS'] !== undefined
  const { now, age } = testClock(options.now)
  const database = await openDatabase(url, { plainReads, ...options, now })
  const app = createApp({ tables: database.tables, ...options })
  const errors: unknown[] = []
  app.on('error', (error) => errors.push(error))
  const { origin, stop } = await serveApp(app)
  const flawOf = flawsBy(openApiDocument(options))
  const send = async (path: string, options: RequestOptions = {}): Promise<Answer> => {
    const answer = await sendRequest(origin, path, options)
    const { method = 'GET' } = options
    const flaw = flawOf(method, path, { ...answer, text: decoded(answer) })
    if (flaw === undefined) return answer
    throw new Error(`${method} ${path} got an answer that the document does not describe: ${flaw}`)
  }
  return {
    url,
    origin,
    get: (path, requestOptions) =>
      send(`${options.mountPath ?? '/api/table-viewer'}/${path}`, requestOptions),
    request: send,
    errors,
    age,
    stop: async () => {
      stop()
      await database.close()
    },
  }
}
