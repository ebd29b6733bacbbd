/** The app over one database, whose catalogue gets old when the test says so. */
import { Agent, request } from 'node:http'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createApp } from '../../src/app'
import { createTableService } from '../../src/core/table-service'
import { openApiDocument } from '../../src/http/openapi/document'
import { flawsBy } from '../support/described-answer'
import { recordedConnection } from '../support/recorded-connection'
import { serveApp } from '../support/serve-app'
import { testClock } from '../support/test-clock'

export interface FuzzAnswer {
  readonly status: number
  /** Of a 304 the body that had its tag. */
  readonly text: string
  readonly isNotModified: boolean
  /** What is wrong with the answer, whatever was asked. */
  readonly flaw?: string | undefined
}

export interface FuzzApp {
  /** @param isConditional whether the bodies that were received before are named by their tags */
  get(path: string, isConditional: boolean): Promise<FuzzAnswer>
  /** What is remembered of the catalogue gets too old. */
  readonly age: () => void
  /** What the app has met with since the last call. */
  takeErrors(): unknown[]
  stop(): Promise<void>
}

const MOUNT_PATH = '/api/table-viewer'

/** Tags of one URL that are sent with a request: the server takes only so many bytes of headers. */
const MOST_TAGS = 8

/** @param plainReads whether it reads without cached totals, bookmarks and shared reads */
export async function startFuzzApp(url: string, plainReads = false): Promise<FuzzApp> {
  const connection = recordedConnection(url, { poolSize: 3 })
  const { now, age } = testClock()
  // With few rows between two places they are used in small tables too.
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
  // Free connections are closed on this side, long before the server does it without being asked.
  const agent = new Agent({ keepAlive: true, timeout: 1000 })
  const bodies = new Map<string, Map<string, string>>()

  const send = async (path: string, tags: readonly string[]): Promise<IncomingMessage> => {
    const headers = tags.length > 0 ? { 'If-None-Match': tags.join(', ') } : {}
    // As it is said: a URL's parser would take the table called `.` away.
    const sent = request({ host, port, path, agent, headers })
    sent.end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return response
  }

  return {
    get: async (path, isConditional) => {
      const target = `${MOUNT_PATH}/${path}`
      const known = bodies.get(path) ?? new Map<string, string>()
      const response = await send(target, isConditional ? [...known.keys()] : [])
      let received = ''
      response.setEncoding('utf8')
      for await (const chunk of response) received += String(chunk)
      // There are thousands of statements in the life of an app.
      connection.statements.length = 0
      const { statusCode: status = 0, headers } = response
      const described = flawOf('GET', target, { status, headers, text: received })
      if (described !== undefined) {
        const flaw = `not as the document describes it: ${described}`
        return { status, text: received, isNotModified: false, flaw }
      }
      const { etag } = headers
      const remembered = etag === undefined ? undefined : known.get(etag)
      if (status === 304) {
        const flaw = remembered === undefined ? 'a 304 with an unknown tag' : undefined
        return { status: 200, text: remembered ?? '', isNotModified: true, flaw }
      }
      if (etag !== undefined && status === 200) bodies.set(path, remember(known, etag, received))
      const isOther = remembered !== undefined && remembered !== received
      const flaw = isOther ? `its tag was that of ${remembered}` : undefined
      return { status, text: received, isNotModified: false, flaw }
    },
    age,
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

/** The latest of them. */
function remember(known: Map<string, string>, tag: string, body: string): Map<string, string> {
  return new Map([...known].filter(([other]) => other !== tag).slice(1 - MOST_TAGS)).set(tag, body)
}
