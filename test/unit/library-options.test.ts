/**
 * Every option of the library: a valid value is accepted, others are refused by the option's name, a test
 * shows its effect, and its document lists it.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import Router from '@koa/router'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import {
  addressBehind,
  apiKeys,
  bearerTokens,
  createApp,
  createRouter,
  databaseCallerBy,
  jsonWebTokens,
  openApiDocument,
  openDatabase,
  permissionsBy,
  rateLimit,
  readPermissions,
  readSecrets,
  type ApiKeyHeaders,
  type AppOptions,
  type DatabaseOptions,
  type DocumentOptions,
  type JwtOptions,
  type RoutesOptions,
} from '../../src'
import { createTableQueryClient, type ClientOptions } from '../../src/client'
import { runConformance, type ConformanceOptions } from '../../src/conformance'
import { connectDatabase } from '../../src/database'
import { DATABASE_OPTION_SETTINGS } from '../../src/database-settings'
import { HTTP_SETTINGS } from '../../src/http/http-settings'
import type { Setting } from '../../src/setting-definition'
import { NO_TABLES } from '../support/no-tables'

interface Case {
  readonly valid: unknown
  readonly wrong: readonly unknown[]
  /** The test file that shows the effect. */
  readonly testedIn: string
}

type Cases<Options> = { readonly [Name in keyof Options]-?: Case }

const secret = 'a secret of at least thirty-two characters'
const secrets = readSecrets([{ name: 'ada', secret: 'correct-horse-battery' }])
const nothing = (): void => undefined
const limit = rateLimit(new RateLimiterMemory({ points: 1, duration: 1 }), addressBehind([]))

const NO_NUMBERS = ['1', NaN, 1.5, -1, null, Infinity]
const NO_FUNCTIONS = ['f', 1, {}, null]
const NO_TEXTS = [1, '', null, ['a']]
const NO_LISTS = ['a', 'a,b', [1], {}]

const database: Cases<DatabaseOptions> = {
  poolSize: { valid: 3, wrong: [0, ...NO_NUMBERS], testedIn: 'test/contract/waiting.test.ts' },
  maxWaiting: { valid: 0, wrong: NO_NUMBERS, testedIn: 'test/contract/waiting.test.ts' },
  connectTimeout: {
    valid: 9,
    wrong: [0, ...NO_NUMBERS],
    testedIn: 'test/contract/waiting.test.ts',
  },
  statementTimeout: {
    valid: 9,
    wrong: [0, ...NO_NUMBERS],
    testedIn: 'test/contract/cancellation.test.ts',
  },
  maxReplicaLag: { valid: 0, wrong: NO_NUMBERS, testedIn: 'dialects/postgres/hosts.test.ts' },
  idleTimeout: { valid: 0, wrong: NO_NUMBERS, testedIn: 'dialects/postgres/pooler.test.ts' },
  maxResponseBytes: {
    valid: 2000,
    wrong: [9, ...NO_NUMBERS],
    testedIn: 'test/contract/library.test.ts',
  },
  schemas: {
    valid: ['a'],
    wrong: [[], ...NO_LISTS],
    testedIn: 'dialects/postgres/schemas.test.ts',
  },
  maxTotalAge: { valid: 0, wrong: NO_NUMBERS, testedIn: 'test/contract/aged-totals.test.ts' },
  plainReads: { valid: true, wrong: ['true', 1], testedIn: 'test/docs/architecture.test.ts' },
  now: { valid: () => 0, wrong: NO_FUNCTIONS, testedIn: 'test/contract/cached-totals.test.ts' },
}

const routes: Cases<RoutesOptions> = {
  tables: {
    valid: NO_TABLES,
    wrong: [undefined, {}, { tables: NO_TABLES }, 'postgres://'],
    testedIn: 'test/contract/library.test.ts',
  },
  mountPath: {
    valid: '/a/b',
    wrong: ['a', '/a/', '/:a', ...NO_TEXTS],
    testedIn: 'test/contract/library.test.ts',
  },
  maxLimit: { valid: 5, wrong: [0, ...NO_NUMBERS], testedIn: 'test/contract/walk.test.ts' },
  responseTimeout: {
    valid: 100,
    wrong: [99, ...NO_NUMBERS],
    testedIn: 'test/unit/http-server.test.ts',
  },
  authenticate: {
    valid: [bearerTokens(secrets), apiKeys(secrets)],
    wrong: ['ada', {}, [nothing], secrets],
    testedIn: 'test/contract/caching.test.ts',
  },
  cacheControl: {
    valid: 'no-store',
    wrong: ['a\nb', ...NO_TEXTS],
    testedIn: 'test/contract/caching.test.ts',
  },
  rateLimit: { valid: limit, wrong: [5, nothing, {}], testedIn: 'test/unit/rate-limits.test.ts' },
  permissionOf: {
    valid: permissionsBy(readPermissions({})),
    wrong: [readPermissions({}), ...NO_FUNCTIONS],
    testedIn: 'test/contract/permissions.test.ts',
  },
  databaseCallerOf: {
    valid: databaseCallerBy('web'),
    wrong: NO_FUNCTIONS,
    testedIn: 'dialects/postgres/caller-session.test.ts',
  },
}

const ofApp: Cases<Omit<AppOptions, keyof RoutesOptions>> = {
  corsOrigins: {
    valid: ['https://app.example'],
    wrong: ['*', ['https://app.example/'], ['app.example']],
    testedIn: 'test/unit/cross-origin.test.ts',
  },
  compression: { valid: false, wrong: ['false', 0], testedIn: 'test/unit/compression.test.ts' },
  maxUrlLength: { valid: 99, wrong: [0, ...NO_NUMBERS], testedIn: 'test/unit/http-server.test.ts' },
  onResponse: { valid: nothing, wrong: NO_FUNCTIONS, testedIn: 'test/unit/request-log.test.ts' },
  otherRoutes: {
    valid: [new Router()],
    wrong: [new Router(), [nothing], {}],
    testedIn: 'test/unit/built-page.test.ts',
  },
}

const ofDocument: Cases<Omit<DocumentOptions, keyof AppOptions>> = {
  otherPaths: {
    valid: { health: true },
    wrong: [true, { health: 'yes' }, { docs: true }],
    testedIn: 'test/unit/openapi.test.ts',
  },
}

const JWT_TESTS = 'test/unit/json-web-tokens.test.ts'
const jwt: Cases<JwtOptions> = {
  key: {
    valid: { secret },
    wrong: [
      ...[undefined, secret, {}, { secret: 'short' }, { publicKey: 'no PEM' }],
      ...[{ jwksUrl: 'http://keys.example/' }, { jwksUrl: 'https://a:b@keys.example/' }],
      ...[
        { secret, jwksUrl: 'https://keys.example/' },
        { secret, cooldown: 1 },
      ],
    ],
    testedIn: JWT_TESTS,
  },
  algorithms: { valid: ['HS512'], wrong: [[], ['none'], ['RS256'], 'HS256'], testedIn: JWT_TESTS },
  issuer: { valid: 'a', wrong: NO_TEXTS, testedIn: JWT_TESTS },
  audience: { valid: 'a', wrong: NO_TEXTS, testedIn: JWT_TESTS },
  clockTolerance: {
    valid: 0,
    wrong: ['5', -1, NaN],
    testedIn: 'test/contract/hostile-input.test.ts',
  },
  rolesClaim: { valid: 'a', wrong: NO_TEXTS, testedIn: JWT_TESTS },
  permissionsClaim: { valid: 'a', wrong: NO_TEXTS, testedIn: JWT_TESTS },
  databaseRoleClaim: { valid: 'a', wrong: NO_TEXTS, testedIn: JWT_TESTS },
}

const headers: Cases<ApiKeyHeaders> = {
  key: { valid: 'X-Key', wrong: ['a b', ...NO_TEXTS], testedIn: 'test/unit/openapi.test.ts' },
  user: { valid: 'X-User', wrong: ['a:', ...NO_TEXTS], testedIn: 'test/unit/openapi.test.ts' },
}

const CONFORMANCE_TESTS = 'test/conformance/changing-data.test.ts'
const conformance: Cases<ConformanceOptions> = {
  baseUrl: {
    valid: 'http://127.0.0.1:1',
    wrong: [undefined, '/api', 'ftp://a', 1],
    testedIn: CONFORMANCE_TESTS,
  },
  headers: {
    valid: { a: 'b' },
    wrong: ['a: b', { a: 1 }],
    testedIn: 'test/conformance/own-server.test.ts',
  },
  level: { valid: 'must', wrong: ['all', '', 1], testedIn: 'test/conformance/own-server.test.ts' },
  tables: { valid: ['a'], wrong: NO_LISTS, testedIn: CONFORMANCE_TESTS },
  maxRequests: { valid: 1, wrong: [0, ...NO_NUMBERS], testedIn: CONFORMANCE_TESTS },
  timeout: { valid: 1, wrong: [0, ...NO_NUMBERS], testedIn: CONFORMANCE_TESTS },
  pageRows: { valid: 1, wrong: [0, ...NO_NUMBERS], testedIn: CONFORMANCE_TESTS },
  only: { valid: () => true, wrong: NO_FUNCTIONS, testedIn: CONFORMANCE_TESTS },
  onResults: { valid: nothing, wrong: NO_FUNCTIONS, testedIn: CONFORMANCE_TESTS },
}

const CLIENT_TESTS = 'test/client/client.test.ts'
const OTHER_SERVERS = 'test/client/other-servers.test.ts'
const client: Cases<ClientOptions> = {
  baseUrl: { valid: '/api', wrong: [undefined, 1, null], testedIn: CLIENT_TESTS },
  headers: { valid: () => ({}), wrong: ['a: b', 1], testedIn: CLIENT_TESTS },
  fetch: { valid: fetch, wrong: NO_FUNCTIONS, testedIn: OTHER_SERVERS },
  parse: { valid: JSON.parse, wrong: NO_FUNCTIONS, testedIn: OTHER_SERVERS },
}

interface Function {
  /** Calls the function as JavaScript does, with any options. */
  readonly call: (options: never) => unknown
  readonly cases: Readonly<Record<string, Case>>
  /** Options that a call needs. */
  readonly needed?: object
  /** Cases of options that are in the table of another function. */
  readonly inherited?: Readonly<Record<string, Case>>
  readonly document?: string
  /** The settings of the same names. */
  readonly settings?: Readonly<Record<string, Setting<unknown>>>
}

const { tables } = routes
const app = { ...routes, ...ofApp }
const FUNCTIONS: Readonly<Record<string, Function>> = {
  openDatabase: {
    // Without a server: it connects when it is used.
    call: (options) => connectDatabase('postgres://127.0.0.1/none', options).close(),
    cases: database,
    settings: DATABASE_OPTION_SETTINGS,
  },
  createRouter: {
    call: createRouter,
    cases: routes,
    needed: { tables: { ...NO_TABLES, withRole: () => NO_TABLES } },
    settings: HTTP_SETTINGS,
  },
  createApp: {
    call: createApp,
    cases: ofApp,
    inherited: routes,
    needed: { tables: { ...NO_TABLES, withRole: () => NO_TABLES } },
    settings: HTTP_SETTINGS,
  },
  openApiDocument: {
    call: openApiDocument,
    cases: ofDocument,
    inherited: { ...app, tables: { ...tables, wrong: tables.wrong.slice(1) } },
  },
  jsonWebTokens: { call: jsonWebTokens, cases: jwt, needed: { key: { secret } } },
  apiKeys: { call: (options) => apiKeys(secrets, options), cases: headers },
  runConformance: {
    call: async (options) => {
      // Nothing listens there, so that the run ends after its options are checked.
      const reason = await runConformance(options).catch((error: unknown) => error)
      if (reason instanceof TypeError) throw reason
    },
    cases: conformance,
    needed: { baseUrl: 'http://127.0.0.1:1' },
  },
  createTableQueryClient: {
    call: createTableQueryClient,
    cases: client,
    needed: { baseUrl: '/api' },
    document: 'docs/reference/client.md',
  },
}

const root = path.join(__dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** Names and defaults in the first table below the heading, or of the document. */
function documented(name: string, document: string | undefined): Record<string, string> {
  const text = read(document ?? 'docs/how-to/library.md')
  const start = document === undefined ? text.indexOf(`## \`${name}(`) : 0
  const [, rows = ''] = /^\| Option .*\n\|.*\n((?:\|.*\n)+)/m.exec(text.slice(start)) ?? []
  const cells = rows.split('\n').map((row) => row.split('|').map((cell) => cell.trim()))
  return Object.fromEntries(
    cells.flatMap(([, option, value]) =>
      option === undefined ? [] : [[option.replaceAll('`', ''), value?.replaceAll('`', '') ?? '']],
    ),
  )
}

describe.each(Object.entries(FUNCTIONS))('%s', (name, tested) => {
  const { cases, needed = {}, inherited = {}, settings = {}, document } = tested
  const every = Object.entries({ ...inherited, ...cases })
  const attempt = async (options: object): Promise<unknown> => {
    try {
      return await tested.call({ ...needed, ...options } as never)
    } catch (error) {
      return error
    }
  }

  it.each(every)('accepts %s', async (option, { valid }) => {
    expect(await attempt({ [option]: valid })).not.toBeInstanceOf(Error)
  })

  it.each(every)('refuses a wrong %s', async (option, { wrong }) => {
    for (const value of wrong) {
      const error = await attempt({ [option]: value })
      expect([value, error]).toEqual([value, expect.any(TypeError)])
      const { message } = error as Error
      expect(message).toMatch(new RegExp(`^${name}: ${option}(:| must be) \\w`))
    }
  })

  it.each(every)('takes %s as absent if it is undefined', async (option, { wrong }) => {
    if (wrong.includes(undefined)) return
    expect(await attempt({ [option]: undefined })).not.toBeInstanceOf(Error)
  })

  it('refuses an unknown option', async () => {
    const error = await attempt({ maxlimitt: 5 })
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).toContain(`${name} has no option "maxlimitt": `)
  })

  it.each(Object.entries(cases))('has a test of %s', (option, { testedIn }) => {
    expect(read(testedIn)).toMatch(new RegExp(`\\b${option}\\b`))
  })

  it('has every option and no other one in its document, with the default of its setting', () => {
    const found = documented(name, document)
    expect(Object.keys(found).sort()).toEqual(Object.keys(cases).sort())
    for (const [option, setting] of Object.entries(settings)) {
      if (!Object.hasOwn(cases, option)) continue
      const { unset, default: value } = setting
      expect([option, found[option]]).toEqual([option, unset ?? String(value)])
    }
  })
})

it('openDatabase rejects a wrong option before it connects', async () => {
  const opening = openDatabase('/nowhere.sqlite', { poolSize: 0 })
  await expect(opening).rejects.toThrow(/^openDatabase: poolSize must be a whole number/)
})

it('a misspelt option gets the right one', () => {
  const options = { tables: NO_TABLES, authentcate: nothing }
  expect(() => createApp(options)).toThrow('did you mean authenticate?')
})

it('databaseCallerOf needs a database with roles', () => {
  const options = { tables: NO_TABLES, databaseCallerOf: databaseCallerBy('web') }
  expect(() => createRouter(options)).toThrow('databaseCallerOf: this database has no roles')
})
