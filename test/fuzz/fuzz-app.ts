/** An app for one database, with a client that stores the ETags of its responses. */
import { Agent, request } from 'node:http'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createApp } from '../../src/app'
import { createTableService } from '../../src/core/table-service'
import { openApiDocument } from '../../src/http/openapi/document'
import { flawsBy } from '../support/described-response'
import { recordedConnection } from '../support/recorded-connection'
import { serveApp } from '../support/serve-app'
import { fastClock, testClock } from '../support/test-clock'

export interface FuzzResponse {
  readonly status: number
  /** The body; for a 304, the earlier body with the same ETag. */
  readonly text: string
  readonly isNotModified: boolean
  /** A fault of the response that does not depend on the request. */
  readonly flaw?: string | undefined
}

export interface FuzzApp {
  /** @param isConditional whether the request sends the ETags of earlier responses */
  get(path: string, isConditional: boolean): Promise<FuzzResponse>
  /** Makes the catalogue cache expire. */
  readonly expireCaches: () => void
  /** The `error` events of the app since the last call. */
  takeErrors(): unknown[]
  stop(): Promise<void>
}

const MOUNT_PATH = '/api/table-viewer'

/** The most ETags that a request sends, because the size of its headers is limited. */
const MAX_TAGS = 8

/** @param plainReads whether the app reads without cached totals, bookmarks and shared reads */
export async function startFuzzApp(url: string, plainReads = false): Promise<FuzzApp> {
  const connection = recordedConnection(url, { poolSize: 3, now: fastClock })
  const { now, expireCaches } = testClock()
  // A small step, so that small tables have seek bookmarks too.
  const tables = createTableService(connection, connection.dialect, {
    bookmarkStep: 1,
    now,
    plainReads,
  })
  const app = createApp({ tables })
  let errors: unknown[] = []
  app.on('error', (error) => errors.push(error))
  const { origin, stop } = await serveApp(app)
  const flawOf = flawsBy(openApiDocument({}))
  const { hostname: host, port } = new URL(origin)
  // The client closes idle connections before the server does: a request on a connection that the
  // server is closing would fail.
  const agent = new Agent({ keepAlive: true, timeout: 1000 })
  const bodies = new Map<string, Map<string, string>>()

  const send = async (path: string, tags: readonly string[]): Promise<IncomingMessage> => {
    const headers = tags.length > 0 ? { 'If-None-Match': tags.join(', ') } : {}
    // Not `fetch`: a URL parser would remove the path segment of a table named `.`.
    const sent = request({ host, port, path, agent, headers })
    sent.end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return response
  }

  return {
    get: async (path, isConditional) => {
      const target = `${MOUNT_PATH}/${path}`
      const storedBodies = bodies.get(path) ?? new Map<string, string>()
      const response = await send(target, isConditional ? [...storedBodies.keys()] : [])
      let received = ''
      response.setEncoding('utf8')
      for await (const chunk of response) received += String(chunk)
      // The records of thousands of statements would fill the memory.
      connection.statements.length = 0
      const { statusCode: status = 0, headers } = response
      const described = flawOf('GET', target, { status, headers, text: received })
      if (described !== undefined) {
        const flaw = `the document does not describe it: ${described}`
        return { status, text: received, isNotModified: false, flaw }
      }
      const { etag } = headers
      const stored = etag === undefined ? undefined : storedBodies.get(etag)
      if (status === 304) {
        const flaw = stored === undefined ? 'a 304 with an unknown ETag' : undefined
        return { status: 200, text: stored ?? '', isNotModified: true, flaw }
      }
      if (etag !== undefined && status === 200)
        bodies.set(path, withBody(storedBodies, etag, received))
      const isOther = stored !== undefined && stored !== received
      const flaw = isOther ? `its ETag was that of ${stored}` : undefined
      return { status, text: received, isNotModified: false, flaw }
    },
    expireCaches,
    takeErrors: () => {
      const taken = errors
      errors = []
      return taken
    },
    stop: async () => {
      agent.destroy()
      stop()
      await connection.close()
    },
  }
}

/** Adds a body, and keeps only the latest `MAX_TAGS`. */
function withBody(bodies: Map<string, string>, tag: string, body: string): Map<string, string> {
  return new Map([...bodies].filter(([other]) => other !== tag).slice(1 - MAX_TAGS)).set(tag, body)
}
