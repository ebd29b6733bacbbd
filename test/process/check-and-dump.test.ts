/** `--check` and `--dump-config`; check.stress.ts has more reports. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { builtProgram } from '../support/built-program'
import { effort } from '../support/effort'
import { dumped, file } from '../support/program-settings'

const program = builtProgram()
const { runToEnd } = program
afterAll(() => {
  program.clear()
})

describe('--check', () => {
  it('passes with valid settings and an available database', async () => {
    const { code, stdout, stderr } = await runToEnd(['--check'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /^The settings are valid, and the database is available\.\nServer: SQLite 3\.\d+\.\d+ \/.+\.sqlite\nTables that can be read: \d+\nWarning: no connection is set: the tables are those of the bundled example\n$/,
    )
  })

  it('fetches the public keys of tokens, and prints the names in permissions that match no table or column', async () => {
    const keys = createServer((_request, response) => {
      response.end(JSON.stringify({ keys: [{ kty: 'oct', k: 'AA' }] }))
    }).listen(0, '127.0.0.1')
    await once(keys, 'listening')
    const { port } = keys.address() as AddressInfo
    const permissions = JSON.stringify({
      everyone: { allow: ['products', 'x_*'], deny: { products: ['prise', 'id', '*z'] } },
      roles: { a: { deny: ['product', 'products'] } },
      callers: {},
    })
    const { code, stdout } = await runToEnd([
      ...['--check', '--jwks-url', `http://127.0.0.1:${port}/keys`],
      ...['--permissions', permissions],
    ])
    keys.close()
    keys.closeAllConnections()
    expect(code).toBe(0)
    expect(stdout).toContain('\nPublic keys of JSON Web Tokens: 1\n')
    expect(stdout).toContain(
      '\nNames in permissions that match no table or column: deny products.prise, deny product\n',
    )
  })

  const failures: readonly (readonly [args: readonly string[], message: string])[] = [
    [['nope.db', '--check'], 'no such file: nope.db'],
    [
      ['--check', '--database-role', 'x'],
      'databaseRole, jwtDatabaseRoleClaim: a sqlite database has no roles for callers',
    ],
    [['--check', '--workers', '0'], '--workers must be a whole number from 1 to 128'],
  ]

  it.each(effort(failures.slice(0, 1), failures))('%j prints the reason', async (args, message) => {
    const { code, stderr } = await runToEnd(args)
    expect([code, stderr]).toEqual([1, `tablequery: ${message}\n`])
  })
})

it('--dump-config prints the settings without secrets', async () => {
  const written = {
    connection: 'postgres://user:my-secret@db.example:5432/shop?sslpassword=my-secret',
    apiKeys: [{ name: 'ada', secret: 'my-secret-my-secret' }],
    permissions: { everyone: { allow: ['public_*'] } },
    maxLimit: 50,
  }
  const config = file('config.json', JSON.stringify(written))
  const secret = 'my-secret'.repeat(5)
  const environment = {
    TABLEQUERY_JWT_SECRET: secret,
    TABLEQUERY_RATE_LIMIT: '7',
    TABLEQUERY_RATE_LIMIT_REDIS: 'redis://:my-secret@redis.example',
  }
  const args = ['--config', config, '--schemas', 'a,b']
  const { code, stdout } = await runToEnd([...args, '--dump-config'], environment)
  expect([code, stdout]).toEqual([0, `${dumped(args, environment)}\n`])
  expect(stdout).not.toContain('my-secret')
  expect(JSON.parse(stdout)).toMatchObject({
    connection: 'postgres://user:***@db.example:5432/shop?sslpassword=***',
    apiKeys: '***',
    jwtSecret: '***',
    permissions: { everyone: { allow: ['public_*'] } },
    ...{ maxLimit: 50, rateLimit: 7, schemas: ['a', 'b'], port: 3000 },
    rateLimitRedis: 'redis://:***@redis.example',
  })
})

it('--dump-config writes text that looks like JSON so that --config reads the same', () => {
  const texts = ['--jwt-audience', '123456', '--jwt-issuer', '["a"]', '--schemas', '123,null']
  const text = dumped([...texts, '--jwks-url', 'https://a.b/c'])
  const read = { jwtAudience: '123456', jwtIssuer: '["a"]', schemas: ['123', 'null'] }
  expect(JSON.parse(text)).toMatchObject(read)
  expect(dumped(['--config', file('dumped.json', text)])).toBe(text)
})

it('--dump-config masks the whole connection if a password contains a question mark', () => {
  const text = dumped(['postgres://user:123?ss@host/db'])
  expect(JSON.parse(text)).toMatchObject({ connection: '***' })
})

it('--dump-config shows no part of a password as the name of a parameter', () => {
  expect(JSON.parse(dumped(['postgres://h/d?user=u&password=se&cret']))).toMatchObject({
    connection: 'postgres://h/d?user=***&password=***',
  })
})
