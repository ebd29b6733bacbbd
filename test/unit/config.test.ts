import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readCommand, type Command } from '../../src/config'
import { KEY_PAIR, PUBLIC_KEY } from '../support/json-web-tokens'

const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-config-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

function file(name: string, content: string): string {
  const written = path.join(folder, name)
  writeFileSync(written, content)
  return written
}

function settings(args: string[], environment: Record<string, string> = {}): unknown {
  const command: Command = readCommand(args, environment)
  return command.run === 'serve' ? command.settings : command.run
}

it('has defaults', () => {
  expect(settings([])).toEqual({
    connection: undefined,
    host: '127.0.0.1',
    port: 3000,
    mountPath: '/api/table-viewer',
    maxLimit: 1000,
    poolSize: 10,
    maxWaiting: 10_000,
    connectTimeout: 10_000,
    statementTimeout: 30_000,
    idleTimeout: 30_000,
    maxTotalAge: 0,
    maxResponseBytes: 33_554_432,
    cacheControl: 'private, no-cache',
    workers: 1,
    apiKeyHeader: 'X-API-Key',
    userIdHeader: 'X-User-ID',
    jwtRolesClaim: 'roles',
    refusedTables: 'hide',
    rateLimitWindow: 60,
    trustedProxies: [],
    corsOrigins: [],
    compression: true,
    responseTimeout: 60_000,
    viewerPath: '/',
    logLevel: 'info',
    metrics: false,
    adminHost: '127.0.0.1',
    drainTimeout: 20_000,
    waitForDatabase: false,
    apiDocs: true,
  })
})

it('prefers a flag to a variable, a variable to the file, and the file to the default', () => {
  const config = file('config.json', '{"maxLimit": 1, "poolSize": 2, "port": 4, "host": "::1"}')
  const environment = {
    TABLEQUERY_CONFIG: config,
    TABLEQUERY_MAX_LIMIT: '10',
    TABLEQUERY_POOL_SIZE: '20',
    PORT: '40',
    HOST: '0.0.0.0',
    TABLEQUERY_HOST: '10.0.0.1',
  }
  expect(settings(['--max-limit', '100'], environment)).toMatchObject({
    maxLimit: 100,
    poolSize: 20,
    port: 40,
    host: '10.0.0.1',
    connectTimeout: 10_000,
    statementTimeout: 30_000,
    maxResponseBytes: 33_554_432,
    workers: 1,
  })
  expect(settings(['--config', config])).toMatchObject({ maxLimit: 1, host: '::1' })
})

it('reads the connection from an argument, a variable or a file', () => {
  const secret = file('secret', 'postgres://from-file/x\n')
  const url = { DATABASE_URL: 'mysql://h/db' }
  expect(settings(['a.db'], url)).toMatchObject({ connection: 'a.db' })
  expect(settings([], url)).toMatchObject({ connection: 'mysql://h/db' })
  expect(settings([], { ...url, TABLEQUERY_CONNECTION: 'b.db' })).toMatchObject({
    connection: 'b.db',
  })
  expect(settings([], { ...url, TABLEQUERY_CONNECTION_FILE: secret })).toMatchObject({
    connection: 'postgres://from-file/x',
  })
})

it('reads a list from text, or from a JSON list in the file', () => {
  expect(settings(['--schemas', 'a, "b,c"'])).toMatchObject({ schemas: ['a', 'b,c'] })
  const config = file('schemas.json', '{"schemas": ["a", "b,c"]}')
  expect(settings(['--config', config])).toMatchObject({ schemas: ['a', 'b,c'] })
})

it.each([
  [['--help'], 'help'],
  [['-h', 'x.db'], 'help'],
  [['--version'], 'version'],
])('%j runs %s', (args, run) => {
  expect(settings(args)).toBe(run)
})

it.each<[string[], Record<string, string>, string]>([
  [['--port', 'x'], {}, '--port must be a whole number from 0 to 65535'],
  [['--port', '65536'], {}, '--port must be a whole number from 0 to 65535'],
  [['--max-limit', '0'], {}, '--max-limit must be a whole number from 1'],
  [['--max-limit', '1.5'], {}, '--max-limit must be a whole number from 1'],
  [['--mount-path', 'x'], {}, '--mount-path must be a path that begins with /'],
  [['--mount-path', '/:x'], {}, '--mount-path must be a path that begins with /'],
  [['--schemas', 'a,,b'], {}, '--schemas must be a list of names separated by commas'],
  [['--schemas', ''], {}, '--schemas must be a list of names separated by commas'],
  [['--nope', 'x'], {}, "Unknown option '--nope'; allowed are --connection"],
  [['--port'], {}, "Option '--port <value>' argument missing; see --help"],
  [['--metrics', '--check'], {}, "Option '--metrics' argument is ambiguous; see --help"],
  [['--prot', '1'], {}, "Unknown option '--prot': did you mean --port?"],
  [
    [],
    { TABLEQUERY_MAXLIMIT: '1' },
    'unknown variable TABLEQUERY_MAXLIMIT: did you mean TABLEQUERY_MAX_LIMIT?',
  ],
  [['a', 'b'], {}, 'at most one CONNECTION is allowed, but there are 2: quote one'],
  [[], { PORT: 'x' }, 'PORT must be a whole number from 0 to 65535'],
  [
    [],
    { TABLEQUERY_POOL_SIZE: '-1' },
    'TABLEQUERY_POOL_SIZE must be a whole number from 1 to 1000',
  ],
  [[], { TABLEQUERY_NOPE: '1' }, 'unknown variable TABLEQUERY_NOPE; allowed are TABLEQUERY_CONFIG'],
  [
    [],
    { TABLEQUERY_CONNECTION_FILE: '/nope' },
    'TABLEQUERY_CONNECTION_FILE: cannot read the file /nope',
  ],
  [['--rate-limit', '0'], {}, '--rate-limit must be a whole number from 1 to 1000000000'],
  [
    ['--rate-limit-redis', 'http://x'],
    {},
    '--rate-limit-redis must be a redis:// or rediss:// URL',
  ],
  [['--rate-limit-redis', 'redis://x'], {}, 'rateLimitRedis needs rateLimit'],
  [['--trusted-proxies', '10.0.0.0/8,nginx'], {}, '--trusted-proxies must be a list of addresses'],
  [['--cors-origins', 'app.example'], {}, '--cors-origins must be a list of origins like'],
  [['--cors-origins', 'https://app.example/'], {}, '--cors-origins must be a list of origins like'],
  [['--compression', 'gzip'], {}, '--compression must be true or false'],
  [['--config', '/nope'], {}, '--config: cannot read the file /nope'],
  [['--config', file('bad.json', '{')], {}, 'is not JSON'],
  [['--config', file('list.json', '[]')], {}, 'must contain one JSON object'],
  [['--config', file('unknown.json', '{"prot": 1}')], {}, 'unknown key "prot"'],
  [['--config', file('type.json', '{"port": true}')], {}, '"port" in'],
])('%j with %j fails: %s', (args, environment, message) => {
  expect(() => settings(args, environment)).toThrow(message)
})

it('takes an empty variable as one that is not set', () => {
  const environment = { TABLEQUERY_CONFIG: '', TABLEQUERY_MAX_LIMIT: '', PORT: '' }
  expect(settings([], environment)).toEqual(settings([]))
})

it.each([
  'TOKENS',
  'API_KEYS',
  'JWT_SECRET',
  'JWT_PUBLIC_KEY',
  'JWKS_URL',
  'TOKENS_FILE',
  'PERMISSIONS',
])('refuses an empty TABLEQUERY_%s, which would disable a protection', (name) => {
  expect(() => settings([], { [`TABLEQUERY_${name}`]: '' })).toThrow(
    `TABLEQUERY_${name} is empty: set it, or remove it to run without this protection`,
  )
})

it('refuses an empty file with tokens', () => {
  const environment = { TABLEQUERY_TOKENS_FILE: file('empty', '\n') }
  expect(() => settings([], environment)).toThrow(/^TABLEQUERY_TOKENS_FILE must be a list of/)
})

describe('authentication settings', () => {
  const secret = 'a secret of at least thirty-two characters'

  it('are read from files and lists', () => {
    const list = '[{"name": "ada", "secret": "correct-horse-battery"}]'
    const tokens = file('tokens.json', list)
    const expected = [{ name: 'ada', roles: [], digest: expect.any(Buffer) as Buffer }]
    expect(settings(['--tokens-file', tokens])).toMatchObject({ tokens: expected })
    expect(settings([], { TABLEQUERY_TOKENS_FILE: tokens })).toMatchObject({ tokens: expected })
    const config = file(
      'auth.json',
      `{"apiKeys": ${list}, "jwtAlgorithms": ["HS512"], "jwtSecret": "${secret}"}`,
    )
    expect(settings(['--config', config])).toMatchObject({
      ...{ apiKeys: expected, jwtAlgorithms: ['HS512'], jwtSecret: secret },
    })
  })

  it('accept a public key, and refuse a private one, which is a secret', () => {
    const privateKey = KEY_PAIR.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    expect(settings([`--jwt-public-key=${PUBLIC_KEY}`])).toMatchObject({ jwtPublicKey: PUBLIC_KEY })
    for (const pem of [privateKey, `${PUBLIC_KEY}${privateKey}`]) {
      expect(() => settings([`--jwt-public-key=${pem}`])).toThrow(
        /^--jwt-public-key must be a public key or a certificate as PEM text, without a private key$/,
      )
    }
  })

  it.each([
    [['--tokens', '[]'], /^--tokens must be a list of/],
    [
      ['--tokens', '[{"name": "ada", "secret": "p@ssw0rd!correct#horse"}]'],
      /^--tokens must be a list of .*; a token has only letters, digits and \. _ ~ \+ \/ -, and = at its end$/,
    ],
    [['--tokens-file', '/nowhere'], /^--tokens-file: cannot read the file \/nowhere$/],
    [['--jwt-secret', 'short'], /^--jwt-secret must be text of at least 32 characters$/],
    [['--jwt-public-key', secret], /^--jwt-public-key must be a public key or a certificate/],
    [['--jwks-url', 'http://example.com/keys'], /^--jwks-url must be an https:/],
    [['--jwt-algorithms', 'none'], /^--jwt-algorithms must be a list of HS256/],
    [
      ['--jwt-audience', 'tables'],
      /^jwtAudience needs one of jwtSecret, jwtPublicKey and jwksUrl$/,
    ],
    [
      ['--jwt-secret', secret, '--jwt-algorithms', 'RS256'],
      /^jwtAlgorithms: RS256 cannot be used with jwtSecret$/,
    ],
    [
      ['--jwks-url', 'https://a.b/c', '--jwt-algorithms', 'HS256'],
      /^jwtAlgorithms: HS256 cannot be used with jwksUrl$/,
    ],
    [
      ['--jwks-url', 'https://a.b/c', '--jwt-secret', secret],
      /^only one of jwtSecret and jwksUrl can be set$/,
    ],
    [
      ['--jwt-secret', secret, '--jwt-permissions-claim', 'rules'],
      /^jwtPermissionsClaim needs permissions: \{\} allows only what the claims allow$/,
    ],
    [
      ['--permissions', '{}', '--jwt-permissions-claim', 'rules'],
      /^jwtPermissionsClaim needs one of jwtSecret, jwtPublicKey and jwksUrl$/,
    ],
    [['--permissions', '{"everyone": 1}'], /^--permissions must be \{"everyone": rule/],
    [['--refused-tables', 'maybe'], /^--refused-tables must be hide or refuse$/],
    [['--api-key-header', 'not a name'], /^--api-key-header must be the name of a header$/],
  ])('refuse %j', (args, message) => {
    expect(() => settings(args)).toThrow(message)
  })
})
