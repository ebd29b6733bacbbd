/** The OpenAPI document, and the route that serves it. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import Ajv2020 from 'ajv/dist/2020'
import {
  addressBehind,
  apiKeys,
  bearerTokens,
  createApp,
  jsonWebTokens,
  openApiDocument,
  rateLimit,
  readSecrets,
  type AppOptions,
  type DocumentOptions,
} from '../../src'
import { statusOfError } from '../../src/core/errors'
import type { OpenApiDocument } from '../../src/http/openapi/objects'
import { apiDocsRoutes } from '../../src/http/openapi/routes'
import { apiDocs } from '../../src/http/openapi/api-docs-settings'
import { counterInMemory } from '../../src/http/rate-limits/request-counters'
import { flawsBy } from '../support/described-response'
import { NO_TABLES } from '../support/no-tables'
import { runCommand } from '../support/run-command'
import { sendRequest } from '../support/send-request'
import { serveApp } from '../support/serve-app'

const secrets = readSecrets([{ name: 'ada', secret: 'correct-horse-battery' }])
const counting = counterInMemory({ points: 100, duration: 60 })
afterAll(() => {
  counting.close()
})

const ofApp: Omit<AppOptions, 'tables'> = {
  authenticate: [bearerTokens(secrets), apiKeys(secrets, { key: 'X-Key', user: 'X-User' })],
  rateLimit: rateLimit(counting.counter, addressBehind([])),
  corsOrigins: ['*'],
  mountPath: '/deep/data',
  maxLimit: 50,
}
const all: DocumentOptions = {
  ...ofApp,
  otherPaths: { document: true, health: true, metrics: true },
}

it('is valid by the official schema of OpenAPI 3.1 with default and with all options', async () => {
  // The validator is an ES module, which Jest does not load.
  const script = `import { Validator } from '@seriousme/openapi-schema-validator'
    const results = []
    for (const document of JSON.parse(process.argv[1])) {
      const validator = new Validator()
      const { valid, errors } = await validator.validate(document)
      results.push({ valid, version: validator.version, errors })
    }
    console.log(JSON.stringify(results))`
  const documents = JSON.stringify([openApiDocument({}), openApiDocument(all)])
  const args = ['--input-type=module', '-e', script, documents]
  const printed = await runCommand(process.execPath, args)
  const expected = { valid: true, version: '3.1' }
  expect(JSON.parse(printed)).toEqual([expected, expected])
})

interface Found {
  readonly pointer: string
  readonly key: string
  readonly value: unknown
}

/** Every value in the document with its JSON pointer. */
function* everything(value: unknown, pointer = '#'): Generator<Found> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    yield { pointer: at, key, value: inner }
    yield* everything(inner, at)
  }
}

const variants: [string, OpenApiDocument][] = [
  ['with default options', openApiDocument()],
  ['with all options', openApiDocument(all)],
  ['at the root', openApiDocument({ mountPath: '/', compression: false })],
]

describe.each(variants)('the document %s', (_title, document) => {
  const found = [...everything(document)]

  it('has valid, strict schemas and no broken references', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
    ajv.addVocabulary(Object.keys(document))
    ajv.addSchema({ ...document }, 'openapi')
    const pointers = new Set(found.map(({ pointer }) => pointer))
    const references = found.filter(({ key }) => key === '$ref')
    expect(references.filter(({ value }) => !pointers.has(String(value)))).toEqual([])
    const schemas = found.filter(
      ({ key, pointer }) => key === 'schema' || /^#\/components\/schemas\/[^/]+$/.test(pointer),
    )
    expect(schemas.length).toBeGreaterThan(30)
    for (const { pointer } of schemas) {
      expect(() => ajv.compile({ $ref: `openapi${pointer}` })).not.toThrow()
    }
  })

  it('has no component without a reference', () => {
    const references = new Set(found.filter(({ key }) => key === '$ref').map((f) => f.value))
    const { schemas, headers, responses } = document.components
    const all = Object.entries({ schemas, headers, responses }).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
    )
    expect(all.length).toBeGreaterThan(20)
    expect(all.filter((pointer) => !references.has(pointer))).toEqual([])
  })

  it('has valid parameters and operations', () => {
    expect(document.openapi).toBe('3.1.0')
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      [item.get, item.head, item.options].flatMap((o) => (o ? [{ path, operation: o }] : [])),
    )
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, operation } of operations) {
      const inPath = operation.parameters?.filter((p) => p.in === 'path').map((p) => p.name) ?? []
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
      const tags = document.tags.map(({ name }) => name)
      for (const tag of operation.tags) expect(tags).toContain(tag)
      for (const status of Object.keys(operation.responses)) expect(status).toMatch(/^[2-5]\d\d$/)
    }
  })

  it('assigns each error code to a response', () => {
    const text = JSON.stringify([document.paths, document['x-other-paths']])
    const isReachable = (name: string): boolean => text.includes(`#/components/responses/${name}"`)
    const codes = Object.entries(document.components.responses)
      .filter(([name]) => isReachable(name))
      .flatMap(([, response]) => JSON.stringify(response).match(/(?<=schemas\/)[A-Z_]{3,}/g) ?? [])
    const isLimited = JSON.stringify(document).includes('X-RateLimit')
    const unused = isLimited ? [] : ['AUTHENTICATION_FAILED', 'RATE_LIMIT_EXCEEDED']
    const expected = Object.keys(statusOfError).filter((code) => !unused.includes(code))
    expect([...new Set(codes)].sort()).toEqual(expected.sort())
  })
})

it('describes the same error details as docs/reference/behaviour.md', () => {
  const behaviour = readFileSync(path.join(__dirname, '../../docs/reference/behaviour.md'), 'utf8')
  const { schemas } = openApiDocument(all).components
  for (const code of Object.keys(statusOfError)) {
    const [, cells = ''] =
      new RegExp(`\\| \`${code}\`[^|]*\\|[^|]*\\|([^|]*)\\|`).exec(behaviour) ?? []
    const documented = [...cells.matchAll(/\w+/g)].map(([name]) => name)
    const { properties } = schemas[code] as {
      properties: { details?: { properties: Readonly<Record<string, unknown>> } }
    }
    expect([code, Object.keys(properties.details?.properties ?? {})]).toEqual([code, documented])
  }
})

it('describes the query parameters by their validation', () => {
  const parameters = openApiDocument({ maxLimit: 5 }).paths['/query']?.get.parameters ?? []
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  expect(inQuery.map(({ name, required, schema }) => [name, required, schema])).toEqual([
    ['table', true, { type: 'string', minLength: 1 }],
    ['page', false, { type: 'integer', minimum: 1, default: 1 }],
    ['limit', false, { type: 'integer', minimum: 1, maximum: 5, default: 5 }],
    ['filter', false, { type: 'string', maxLength: 1000, default: '' }],
    ['filterColumns', false, { type: 'string', minLength: 1 }],
    ['sort', false, { type: 'string', minLength: 1 }],
    ['columns', false, { type: 'string', minLength: 1 }],
  ])
  for (const { description } of inQuery) expect(description).toMatch(/\.$/)
})

it('lists the configured authentication schemes only', async () => {
  const key = { secret: 'a secret of at least thirty-two characters' }
  const jwt = { key, algorithms: ['HS256'], clockTolerance: 0, rolesClaim: 'roles' }
  const schemesOf = (authenticate: DocumentOptions['authenticate']): unknown => {
    const { security, components, paths } = openApiDocument({
      ...(authenticate && { authenticate }),
    })
    const isRefused = '401' in (paths['/tables']?.get.responses ?? {})
    return [security, components.securitySchemes, isRefused]
  }
  expect(schemesOf(undefined)).toEqual([[], undefined, false])
  const text = expect.any(String) as unknown
  expect(schemesOf(() => undefined)).toEqual([
    [{ deployment: [] }],
    { deployment: { type: 'http', scheme: 'bearer', description: text } },
    true,
  ])
  expect(schemesOf([await jsonWebTokens(jwt), ...(all.authenticate as [])])).toEqual([
    [{ jwt: [] }, { bearer: [] }, { apiKey: [] }],
    {
      jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: text },
      bearer: { type: 'http', scheme: 'bearer', description: text },
      apiKey: { type: 'apiKey', in: 'header', name: 'X-Key', description: text },
    },
    true,
  ])
})

it('is served without authentication, and describes the responses of the app', async () => {
  const document = openApiDocument(all)
  const app = createApp({ ...ofApp, tables: NO_TABLES, otherRoutes: [apiDocsRoutes(document)] })
  const { origin, stop } = await serveApp(app)
  try {
    const response = await sendRequest(origin, '/openapi.json')
    expect([response.status, JSON.parse(response.text)]).toEqual([
      200,
      JSON.parse(JSON.stringify(document)),
    ])
    expect(response.headers['cache-control']).toBe('no-cache')
    const revalidation = { 'If-None-Match': response.headers.etag ?? '' }
    const credentials = { 'X-Key': 'correct-horse-battery', Origin: 'https://app.example' }
    const flawOf = flawsBy(document)
    const server = new URL(document.servers[0]?.url ?? '', `${origin}/openapi.json`)
    for (const [target, headers, status] of [
      ['/openapi.json', {}, 200],
      ['/openapi.json', revalidation, 304],
      [`${server.pathname}/tables`, credentials, 200],
      [`${server.pathname}/tables`, {}, 401],
      [`${server.pathname}/query?limit=51&table=a`, credentials, 400],
      ['/api/table-viewer/tables', {}, 404],
    ] as const) {
      const received = await sendRequest(origin, target, { headers })
      expect([target, received.status]).toEqual([target, status])
      expect(flawOf('GET', target, received)).toBeUndefined()
    }
  } finally {
    stop()
  }
})

it('is not served if apiDocs is false', async () => {
  expect(await apiDocs({ apiDocs: false }, {})).toEqual([])
})

it.each([
  [{ status: 500, headers: {}, text: '{}' }, 'the header x-request-id is missing'],
  [{ status: 418, headers: {}, text: '{}' }, '418 is not described'],
])('finds a response that the document does not describe: %j', (response, flaw) => {
  const target = '/api/table-viewer/tables'
  expect(flawsBy(openApiDocument())('GET', target, response)).toBe(flaw)
})
