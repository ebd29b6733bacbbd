/** Serves an app for one database over HTTP, and checks each response against the OpenAPI document. */
import { createApp, openApiDocument, openDatabase } from '../../src'
import type { AppOptions, DatabaseOptions } from '../../src'
import { flawsBy } from './described-response'
import { decoded, sendRequest, type ReceivedResponse, type RequestOptions } from './send-request'
import { serveApp } from './serve-app'
import { testClock } from './test-clock'

export type TestAppOptions = Omit<AppOptions, 'tables'> & DatabaseOptions

export interface TestApp {
  /** URL of the database. */
  readonly url: string
  /** Scheme, host and port of the app. */
  readonly origin: string
  /** @param path path and query after the mount path, sent unchanged */
  get(path: string, options?: RequestOptions): Promise<ReceivedResponse>
  /** @param path absolute path with its query, sent unchanged */
  request(path: string, options?: RequestOptions): Promise<ReceivedResponse>
  /** `error` events of the app. */
  readonly errors: unknown[]
  /** Advances the clock until the catalogue cache and the last readiness expire. */
  readonly expireCaches: () => void
  stop(): Promise<void>
}

export async function startTestApp(url: string, options: TestAppOptions = {}): Promise<TestApp> {
  const plainReads = process.env['TEST_PLAIN_READS'] !== undefined
  const { now, expireCaches } = testClock(options.now)
  const { database: databaseOptions, app: appOptions } = byFunction(options)
  const database = await openDatabase(url, { plainReads, ...databaseOptions, now })
  const app = createApp({ tables: database.tables, ...appOptions })
  const errors: unknown[] = []
  app.on('error', (error) => errors.push(error))
  const { origin, stop } = await serveApp(app)
  const flawOf = flawsBy(openApiDocument(appOptions))
  const send = async (path: string, options: RequestOptions = {}): Promise<ReceivedResponse> => {
    const response = await sendRequest(origin, path, options)
    const { method = 'GET' } = options
    const flaw = flawOf(method, path, { ...response, text: decoded(response) })
    if (flaw === undefined) return response
    throw new Error(
      `the OpenAPI document does not describe the response to ${method} ${path}: ${flaw}`,
    )
  }
  return {
    url,
    origin,
    get: (path, requestOptions) =>
      send(`${options.mountPath ?? '/api/table-viewer'}/${path}`, requestOptions),
    request: send,
    errors,
    expireCaches,
    stop: async () => {
      stop()
      await database.close()
    },
  }
}

/** The options of `openDatabase` and those of `createApp`. */
function byFunction(options: TestAppOptions): {
  database: DatabaseOptions
  app: Omit<AppOptions, 'tables'>
} {
  const { poolSize, maxWaiting, connectTimeout, statementTimeout, idleTimeout, ...more } = options
  const { maxReplicaLag, maxTotalAge, maxResponseBytes, schemas, plainReads, now, ...app } = more
  const database = {
    ...{ poolSize, maxWaiting, connectTimeout, statementTimeout, idleTimeout },
    ...{ maxReplicaLag, maxTotalAge, maxResponseBytes, schemas, now },
    ...(plainReads !== undefined && { plainReads }),
  }
  return { database, app }
}
