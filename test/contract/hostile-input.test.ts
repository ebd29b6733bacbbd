/** Hostile parameters, paths and headers cause no failure and no change, and get a timely response. */
import fc from 'fast-check'
import { conformance } from '../../fixtures/conformance/conformance'
import { apiKeys, bearerTokens, createApp, jsonWebTokens, readSecrets } from '../../src'
import { openDatabase, type Database } from '../../src/database/database'
import { drain } from '../../src/http/drain'
import { addressOf, listen } from '../../src/http/http-server'
import { openApiDocument } from '../../src/http/openapi/document'
import { flawsBy, type FlawOf } from '../support/described-response'
import { anyCharacter } from '../support/any-character'
import { describeEachDialect, withoutApp } from '../support/describe-each-engine'
import { HOSTILE_TEXTS } from '../support/hostile-texts'
import { sendRaw } from '../support/raw-request'
import { effort } from '../support/effort'

/** Requests on each engine. */
const RUNS = effort(250, 2500)

/** Milliseconds. */
const MAX_TIME = 10_000

const LIMITS = { host: '127.0.0.1', port: 0, maxUrlLength: 16_384, maxHeaderBytes: 16_384 }
const PARAMETERS = ['table', 'page', 'limit', 'filter', 'filterColumns', 'sort', 'columns']
const HEADERS = [
  ...[
    'Host',
    'Authorization',
    'X-API-Key',
    'X-User-ID',
    'X-Request-Id',
    'X-Forwarded-For',
    'Cookie',
  ],
  ...[
    'If-None-Match',
    'Accept',
    'Accept-Encoding',
    'Origin',
    'Range',
    'Content-Type',
    'Connection',
  ],
  ...[
    'Content-Length',
    'Transfer-Encoding',
    'Expect',
    'Upgrade',
    'X-HTTP-Method-Override',
    '__proto__',
  ],
]

const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...HOSTILE_TEXTS), fc.string()).map((t) => t.join('')),
  },
)

/** Percent-encoded as by a correct client, or unchanged. */
const sent = fc
  .tuple(hostileText, fc.constantFrom('encoded', 'encoded', 'encoded', 'raw'))
  .map(([text, form]) => (form === 'raw' ? text : encodeURIComponent(Buffer.from(text).toString())))

const parameter = fc.oneof(
  { weight: 2, arbitrary: fc.constant('filter') },
  { weight: 3, arbitrary: fc.constantFrom(...PARAMETERS) },
)

const query = fc
  .tuple(
    fc.constantFrom('people', 'people', 'people', 'nope'),
    fc.array(fc.tuple(parameter, sent), { minLength: 1, maxLength: 2 }),
  )
  .map(([table, parameters]) => {
    const isNamed = parameters.some(([name]) => name === 'table')
    const all = isNamed ? parameters : [['table', table], ...parameters]
    return `/api/table-viewer/query?${all.map((pair) => pair.join('=')).join('&')}`
  })

const target = fc.oneof(
  { weight: 6, arbitrary: query },
  { weight: 1, arbitrary: sent.map((text) => `/api/table-viewer/query?${text}`) },
  { weight: 2, arbitrary: sent.map((text) => `/api/table-viewer/tables/${text}`) },
  { weight: 1, arbitrary: sent.map((text) => `/api/table-viewer/${text}`) },
  { weight: 1, arbitrary: sent.map((text) => `/${text}`) },
  { weight: 1, arbitrary: sent },
)

const header = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...HEADERS), hostileText) },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constant('Authorization'),
      hostileText.map((text) => `Bearer ${text}`),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(hostileText, hostileText) },
)

const headers = fc.oneof(
  { weight: 2, arbitrary: fc.array(header, { maxLength: 0 }) },
  { weight: 1, arbitrary: fc.array(header, { minLength: 1, maxLength: 3 }) },
)

const method = fc.oneof(
  { weight: 20, arbitrary: fc.constant('GET') },
  { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'POST', 'DELETE', 'CONNECT', 'BREW') },
)

/** Index of the app; most requests go to the one without authentication. */
const origin = fc.constantFrom(0, 0, 0, 1)

withoutApp(describeEachDialect)('hostile input', conformance, (t) => {
  let database: Database
  const origins: string[] = []
  const flawsOf: FlawOf[] = []
  const stops: (() => Promise<void>)[] = []
  const failures: unknown[] = []

  beforeAll(async () => {
    database = await openDatabase(t.database.url)
    const secrets = readSecrets([{ name: 'ada', secret: 'correct-horse-battery' }])
    const key = { secret: 'a secret of at least thirty-two characters' }
    const tokens = { key, algorithms: ['HS256'], clockTolerance: 0, rolesClaim: 'roles' }
    const schemes = [
      bearerTokens(secrets),
      await jsonWebTokens(tokens),
      apiKeys(secrets, { key: 'X-API-Key', user: 'X-User-ID' }),
    ]
    for (const authenticate of [undefined, schemes]) {
      const options = {
        corsOrigins: ['https://app.example'],
        maxUrlLength: LIMITS.maxUrlLength,
        ...(authenticate && { authenticate }),
      }
      const app = createApp({ tables: database.tables, ...options })
      flawsOf.push(flawsBy(openApiDocument(options)))
      app.on('error', (error) => failures.push(error))
      const server = await listen(app, { ...LIMITS, requestTimeout: 1000 })
      origins.push(addressOf(server, LIMITS.host))
      stops.push(() => drain(server, 0))
    }
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
    await database.close()
  })

  const contents = async (): Promise<unknown[]> => {
    const names = await database.tables.listTables()
    const read = (table: string): Promise<unknown> =>
      database.tables.query({ table, page: 1, limit: 1000, filter: '', sort: [] })
    const pages = await Promise.all(names.map(read))
    return [names, pages.map((page) => (page as { rows: unknown }).rows)]
  }

  it(`gets documented responses and changes nothing, ${RUNS} times`, async () => {
    const before = await contents()
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(
        fc.record({ method, target, headers, origin }),
        async ({ method, target, headers, origin }) => {
          const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
          const head = `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`
          const response = await sendRaw(origins[origin] ?? '', Buffer.from(head), MAX_TIME)
          statuses.add(response.status)
          expect(response.status).toBeGreaterThan(0)
          expect(response.status).toBeLessThan(500)
          expect(response.headers.get('x-injected')).toBeUndefined()
          const isPlain =
            !response.headers.has('content-encoding') && !response.headers.has('transfer-encoding')
          const text = method === 'HEAD' ? '' : response.text.slice(0, lengthOf(response.headers))
          // The server also ends the target at the first blank.
          const [path = ''] = target.split(/[ \r\n]/)
          const flaw = flawsOf[origin]?.(method, path, {
            status: response.status,
            headers: Object.fromEntries(response.headers),
            text: isPlain ? text : undefined,
          })
          expect(flaw).toBeUndefined()
        },
      ),
      // Random requests seldom have another method and a path that exists.
      {
        numRuns: RUNS,
        examples: [
          [{ method: 'POST', target: '/api/table-viewer/tables', headers: [], origin: 0 }],
        ],
      },
    )
    // Proves that the requests reach all layers: few are refused by the HTTP parser.
    for (const status of [200, 400, 401, 404, 405]) expect(statuses).toContain(status)
    expect(failures).toEqual([])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(await contents()).toEqual(before)
  }, 300_000)
})

/** Length of the first response: a header with a line break makes a second request of the rest. */
function lengthOf(headers: ReadonlyMap<string, string>): number {
  return Number(headers.get('content-length') ?? 0)
}
