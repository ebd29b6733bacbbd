/** Settings from arguments, variables and files. */
import { file, settings } from '../support/program-settings'

it('has defaults', () => {
  expect(settings([])).toEqual({
    connection: undefined,
    host: '127.0.0.1',
    port: 3000,
    mountPath: '/api/table-viewer',
    maxLimit: 1000,
    poolSize: 10,
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

it('accepts an IPv6 address in brackets, as URLs have it', () => {
  expect(settings(['--host', '[::1]'])).toMatchObject({ host: '::1' })
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
  for (const variable of ['TABLEQUERY_CONNECTION_FILE', 'DATABASE_URL_FILE']) {
    expect(settings([], { [variable]: secret })).toMatchObject({
      connection: 'postgres://from-file/x',
    })
  }
  expect(settings([], { ...url, TABLEQUERY_CONNECTION_FILE: secret })).toMatchObject({
    connection: 'postgres://from-file/x',
  })
  expect(settings([], { HOST_FILE: '/nope' })).toMatchObject({ host: '127.0.0.1' })
})

it('reads a list from text, or from a JSON list in the file', () => {
  expect(settings(['--schemas', 'a, "b,c"'])).toMatchObject({ schemas: ['a', 'b,c'] })
  const corsOrigins = ['https://a.example', 'https://b.example:8443', 'capacitor://localhost']
  expect(settings(['--cors-origins', corsOrigins.join(', ')])).toMatchObject({ corsOrigins })
  const config = file('schemas.json', '{"schemas": ["a", "b,c"]}')
  expect(settings(['--config', config])).toMatchObject({ schemas: ['a', 'b,c'] })
})

it.each([
  [['--help'], 'help'],
  [['-h', 'x.db'], 'help'],
  [['--help', '--check', '--dump-config'], 'help'],
  [['--version'], 'version'],
])('%j runs %s', (args, run) => {
  expect(settings(args)).toBe(run)
})

const API_PATHS = ['query', 'tables', 'tables/t'].map((path) => `/api/table-viewer/${path}`)

it('accepts the path of a route that is not served as that of the viewer', () => {
  const free = [
    ['/docs', '--api-docs', 'false'],
    ['/metrics'],
    ['/healthz', '--admin-port', '9000'],
    ['/metrics', '--admin-port', '9000', '--metrics', 'true'],
    ['/docs/viewer'],
  ]
  for (const [viewerPath = '', ...others] of free) {
    expect(settings(['--viewer-path', viewerPath, ...others])).toMatchObject({ viewerPath })
  }
})

it.each<[string[], Record<string, string>, string]>([
  [['--viewer-path', '/metrics', '--metrics', 'true'], {}, 'is the path of another route'],
  [['--port', 'x'], {}, '--port must be a whole number from 0 to 65535'],
  [['--port', '65536'], {}, '--port must be a whole number from 0 to 65535'],
  [['--max-limit', '0'], {}, '--max-limit must be a whole number from 1'],
  [['--max-limit', '1.5'], {}, '--max-limit must be a whole number from 1'],
  [
    ['--max-limit', '9007199254740992'],
    {},
    '--max-limit must be a whole number from 1 to 9007199254740991',
  ],
  [['--mount-path', 'x'], {}, '--mount-path must be a path that begins with /'],
  [['--mount-path', '/:x'], {}, '--mount-path must be a path that begins with /'],
  ...['/..', '/.', '/a/../b', '/a/.'].flatMap(
    (path): [string[], Record<string, string>, string][] => [
      [['--mount-path', path], {}, '--mount-path must be a path that begins with /'],
      [['--viewer-path', path], {}, '--viewer-path must be a path that begins with /'],
    ],
  ),
  [['--schemas', 'a,,b'], {}, '--schemas must be a list of names separated by commas'],
  [['--schemas', ''], {}, '--schemas must be a list of names separated by commas'],
  [['--nope', 'x'], {}, "Unknown option '--nope'; allowed are --connection"],
  [['--port'], {}, '--port needs a value; write one that begins with "-" as --port=VALUE'],
  [['--metrics', '--check'], {}, '--metrics needs a value; write one that begins with "-" as'],
  [['--help=1'], {}, "Option '-h, --help' does not take an argument; see --help"],
  [['--prot', '1'], {}, "Unknown option '--prot': did you mean --port?"],
  [
    [],
    { TABLEQUERY_MAXLIMIT: '1' },
    'unknown variable TABLEQUERY_MAXLIMIT: did you mean TABLEQUERY_MAX_LIMIT?',
  ],
  [['--port', '1', '--port', '2'], {}, '--port is given more than once'],
  [['--health-check', '--check'], {}, '--check and --health-check: give one of them'],
  [['--dump-config', '--check'], {}, '--check and --dump-config: give one of them'],
  [['a', '--connection', 'b'], {}, 'CONNECTION and --connection: give one of them'],
  [
    ['--connection', 'b', '--connection-file', __filename],
    {},
    '--connection and --connection-file: give one of them',
  ],
  [['--config', __dirname], {}, '--config: not a file but a folder: '],
  ...['https://*.a.example', 'https://a.example/', 'a.example', 'https://A.example', 'null']
    .concat('capacitor://localhost/', 'capacitor:localhost', 'file://')
    .map((origin): [string[], Record<string, string>, string] => [
      ['--cors-origins', origin],
      {},
      '--cors-origins must be a list of origins like',
    ]),
  ...['/docs', '/openapi.json', '/readyz', '/healthz', ...API_PATHS].map(
    (path): [string[], Record<string, string>, string] => [
      ['--viewer-path', path],
      {},
      `viewerPath: ${path} is the path of a`,
    ],
  ),
  [['a', 'b'], {}, 'give at most one CONNECTION, not 2: put one that contains spaces in quotes'],
  [[], { PORT: 'x' }, 'PORT must be a whole number from 0 to 65535'],
  [
    [],
    { TABLEQUERY_POOL_SIZE: '-1' },
    'TABLEQUERY_POOL_SIZE must be a whole number from 1 to 1000',
  ],
  [[], { TABLEQUERY_NOPE: '1' }, 'unknown variable TABLEQUERY_NOPE; allowed are TABLEQUERY_CONFIG'],
  [[], { TABLEQUERY_CONNECTION_FILE: '/nope' }, 'TABLEQUERY_CONNECTION_FILE: no such file: /nope'],
  [['--rate-limit', '0'], {}, '--rate-limit must be a whole number from 1 to 1000000000'],
  [
    ['--rate-limit-redis', 'http://x'],
    {},
    '--rate-limit-redis must be a redis:// or rediss:// URL',
  ],
  [['--rate-limit-redis', 'redis://x'], {}, 'rateLimitRedis needs rateLimit'],
  [['--trusted-proxies', '10.0.0.0/8,nginx'], {}, '--trusted-proxies must be a list of addresses'],
  [['--compression', 'gzip'], {}, '--compression must be true or false'],
  [['--config', '/nope'], {}, '--config: no such file: /nope'],
  [['--config', ''], {}, '--config: no such file: '],
  [[], { TABLEQUERY_CONFIG: '/nope' }, 'TABLEQUERY_CONFIG: no such file: /nope'],
  ...['TABLEQUERY_PORT', 'TABLEQUERY_TOKENS', 'DATABASE_URL'].map(
    (name): [string[], Record<string, string>, string] => [
      [],
      { [name]: '1', [`${name}_FILE`]: __filename },
      `${name} and ${name}_FILE: give one of them`,
    ],
  ),
  [['--config', file('bad.json', '{')], {}, 'bad.json, line 1, column 2: invalid JSON'],
  [['--config', file('list.json', '[]')], {}, 'must contain one JSON object'],
  [['--config', file('unknown.json', '{"prot": 1}')], {}, 'unknown key "prot"'],
  [['--config', file('type.json', '{"port": true}')], {}, '"port" in'],
])('%j with %j fails: %s', (args, environment, message) => {
  expect(() => settings(args, environment)).toThrow(message)
})

it.each(['TABLEQUERY', 'TABLEQUERY_ADMIN', 'TABLEQUERY_POSTGRES_RW'])(
  'ignores the variables of a Kubernetes Service that begin with %s',
  (service) => {
    const variables = {
      [`${service}_SERVICE_HOST`]: '10.0.0.1',
      [`${service}_SERVICE_PORT`]: '3000',
      [`${service}_SERVICE_PORT_HTTP`]: '3000',
      [`${service}_PORT`]: 'tcp://10.0.0.1:3000',
      [`${service}_PORT_3000_TCP`]: 'tcp://10.0.0.1:3000',
      [`${service}_PORT_3000_TCP_PROTO`]: 'tcp',
      [`${service}_PORT_3000_TCP_PORT`]: '3000',
      [`${service}_PORT_3000_TCP_ADDR`]: '10.0.0.1',
    }
    expect(settings([], variables)).toEqual(settings([]))
    expect(settings([], { ...variables, PORT: '8080' })).toMatchObject({ port: 8080 })
  },
)

it.each<[Record<string, string>, string]>([
  [{ TABLEQUERY_PORT: '10.0.0.1:3000' }, 'TABLEQUERY_PORT must be'],
  [{ TABLEQUERY_ADMIN_PORT: 'http://10.0.0.1' }, 'TABLEQUERY_ADMIN_PORT must be'],
  [{ TABLEQUERY_SERVICE: '1' }, 'unknown variable TABLEQUERY_SERVICE'],
  [{ TABLEQUERY_SERVICE_NAME: 'x' }, 'unknown variable TABLEQUERY_SERVICE_NAME'],
  [{ TABLEQUERY_PORT_3000_TCP_NAME: 'x' }, 'unknown variable TABLEQUERY_PORT_3000_TCP_NAME'],
  [{ TABLEQUERY_WEB_PORT: '3000' }, 'unknown variable TABLEQUERY_WEB_PORT'],
])('refuses %j, which Kubernetes does not set for a Service', (environment, message) => {
  expect(() => settings([], environment)).toThrow(message)
})

it('accepts a byte order mark at the beginning of a file', () => {
  const limit = file('mark.json', '\ufeff{"maxLimit": 7}')
  expect(settings(['--config', limit])).toMatchObject({ maxLimit: 7 })
})

it('takes an empty variable as one that is not set', () => {
  const environment = { TABLEQUERY_CONFIG: '', TABLEQUERY_MAX_LIMIT: '', PORT: '' }
  expect(settings([], environment)).toEqual(settings([]))
})

it.each(['/...', '/.well-known', '/a/..b', '/a.', '/'])('accepts the path %s', (path) => {
  expect(settings(['--mount-path', path, '--viewer-path', path])).toMatchObject({
    ...{ mountPath: path, viewerPath: path },
  })
})
