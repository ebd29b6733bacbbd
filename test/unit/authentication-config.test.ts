/** Settings of authentication and permissions. */
import { apiKeys } from '../../src'
import { KEY_PAIR, PUBLIC_KEY } from '../support/json-web-tokens'
import { file, settings } from '../support/program-settings'

const secret = 'a secret of at least thirty-two characters'

it.each([
  'TOKENS',
  'API_KEYS',
  'JWT_SECRET',
  'JWT_PUBLIC_KEY',
  'JWKS_URL',
  'JWT_ALGORITHMS',
  'JWT_PERMISSIONS_CLAIM',
  'JWT_DATABASE_ROLE_CLAIM',
  'TOKENS_FILE',
  'PERMISSIONS',
  'SCHEMAS',
])('refuses an empty TABLEQUERY_%s, which would disable a protection', (name) => {
  expect(() => settings([], { [`TABLEQUERY_${name}`]: '' })).toThrow(
    `TABLEQUERY_${name} is empty: set it, or remove it to run without this protection`,
  )
})

it('refuses an empty file with tokens', () => {
  const environment = { TABLEQUERY_TOKENS_FILE: file('empty', '\n') }
  expect(() => settings([], environment)).toThrow(/^TABLEQUERY_TOKENS_FILE must be a list of/)
})

it('reads tokens and API keys from files and lists', () => {
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

it('accepts a public key, and refuses a private one, which is a secret', () => {
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
    /^--tokens must be a list of .*; a token has only letters, digits and \. _ ~ \+ \/ -, and = at its end; the secret of ada has a character that no bearer token can have$/,
  ],
  [['--tokens-file', '/nowhere'], /^--tokens-file: no such file: \/nowhere$/],
  [['--jwt-secret', 'short'], /^--jwt-secret must be text of at least 32 characters$/],
  [['--jwt-public-key', secret], /^--jwt-public-key must be a public key or a certificate/],
  [['--jwks-url', 'http://example.com/keys'], /^--jwks-url must be an https:/],
  [['--jwt-algorithms', 'none'], /^--jwt-algorithms must be a list of HS256/],
  [['--jwt-audience', 'tables'], /^jwtAudience needs one of jwtSecret, jwtPublicKey and jwksUrl$/],
  [
    [`--jwt-public-key=${PUBLIC_KEY}`, '--jwt-algorithms', 'RS256,PS512'],
    /^jwtAlgorithms: RS256 cannot be used with jwtPublicKey/,
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
  ...[
    'token:dashboard',
    'dashboard',
    'Bearer:dashboard',
    'apiKey:dashboard',
    'bearer:dash',
    'jwt:ada',
  ].map((caller): [string[], RegExp] => [
    [
      ...['--tokens', `[{"name": "dashboard", "secret": "6b1f0c0a5a9d4c1e8f7b2a3d"}]`],
      ...['--permissions', `{"callers": {"${caller}": {"deny": ["a"]}}}`],
    ],
    /^permissions: there is no caller ".+"; a key of callers is bearer:NAME of tokens, apiKey/,
  ]),
  [['--permissions', '{"everyone": 1}'], /^--permissions must be \{"everyone": rule/],
  [['--refused-tables', 'maybe'], /^--refused-tables must be hide or refuse$/],
  [['--api-key-header', 'not a name'], /^--api-key-header must be the name of a header$/],
])('refuses %j', (args, message) => {
  expect(() => settings(args)).toThrow(message)
})

it('refuses one header for keys and users', () => {
  const message = 'apiKeyHeader and userIdHeader must be different headers'
  expect(() => settings(['--api-key-header', 'x-user-id'])).toThrow(message)
  expect(() => apiKeys([], { key: 'X-Key', user: 'x-key' })).toThrow(
    'apiKeys: key and user must be different headers',
  )
})
