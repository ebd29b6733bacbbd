/**
 * Invalid connection strings and settings: the program prints one line, without a stack or a secret. All but one of them
 * are read in the process of the test; wrong-connection.stress.ts starts the program for more.
 */
import { explainFailure as explainMysql } from '../../dialects/mysql/explain-failure'
import { explainFailure as explainPostgres } from '../../dialects/postgres/explain-failure'
import { ConnectTimeoutError } from '../../src/dialect/sessions/session-errors'
import { builtProgram } from '../support/built-program'
import { failedStart } from '../support/failed-start'
import { leaveOutMissingEngines, noEngineHere } from '../support/left-out'
import { dumped, file } from '../support/program-settings'
import { withSilentServer } from '../support/silent-server'
import { networkServers } from '../support/test-servers'

const program = builtProgram()
afterAll(() => {
  program.clear()
})

const SECRET = 'hunter2'
const NO_FILE = 'the connection must be a URL with one of the schemes'
const SPLIT = 'has an @ after its host'

it('refuses a connection in one line on standard error', async () => {
  const { code, stdout, stderr } = await program.runToEnd([
    `postgres://u:${SECRET}%@127.0.0.1:1/db`,
  ])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^tablequery: [^\n]+\n$/)
  expect(stderr).toContain('password is not percent-encoded')
  expect(stderr).not.toContain(SECRET)
})

it.each([
  [[`postgres://${SECRET}%@127.0.0.1:1/db`], 'user is not percent-encoded'],
  [[`postgres://u@127.0.0.1:1/d?${SECRET}%=1`], 'parameter name is not percent-encoded'],
  [[`postgres://u:p@127.0.0.1:1/${SECRET}%`], 'database is not percent-encoded'],
  [[`postgres://u:${SECRET}@h:port/db`], 'must be of the form postgres://'],
  [[`postgres://u:1/${SECRET}@h/db`], SPLIT],
  [[`postgres://u:1?${SECRET}@h/db`], SPLIT],
  [[`postgres://u:1#${SECRET}@h/db`], SPLIT],
  [[`postgres://u:${SECRET}@h1:1,h2:port/db`], 'must be of the form postgres://'],
  [[`postgres://u:${SECRET}@h/db?sslmode=${SECRET}`], 'sslmode must be one of disable, allow'],
  [[`postgres://u:${SECRET}@nowhere.invalid/db`], 'host not found: nowhere.invalid'],
  [[`postgres://u:${SECRET}@127.0.0.1:1/db`], 'nothing listens at 127.0.0.1:1'],
  [[`mysql://u:${SECRET}%@127.0.0.1:1/db`], 'password is not percent-encoded'],
  [[`mysql://u:p@127.0.0.1:1/db?password=${SECRET}`], 'nothing listens at 127.0.0.1:1'],
  [[`mariadb://u:1/${SECRET}@h/db`], SPLIT],
  [[`mysql://u:1?${SECRET}@h/db`], SPLIT],
  [[`mysql://u:${SECRET}@h:port/db`], 'must be of the form mysql://'],
  [[`host=127.0.0.1 password=${SECRET}`], NO_FILE],
  [['host=127.0.0.1', `password=${SECRET}`], 'at most one CONNECTION'],
  [[`u:${SECRET}@tcp(127.0.0.1:1)/db`], NO_FILE],
  [[`${SECRET}:p@127.0.0.1/db`], NO_FILE],
  [[`jdbc:postgresql://127.0.0.1/db?password=${SECRET}`], NO_FILE],
  [
    [`oracle://u:${SECRET}@h/db`],
    'the unknown scheme "oracle": it must be a URL with one of the schemes',
  ],
  [['sqlite:/nope/100%.db'], 'no such file: /nope/100%.db'],
  [['--api-keys', SECRET], '--api-keys must be a list'],
  [['--tokens', `[{"name":"a","secret":"${SECRET}"}]`], '--tokens must be a list'],
  [['--jwt-secret', SECRET], '--jwt-secret must be text of at least 32'],
  [['--rate-limit', '1', '--rate-limit-redis', `redis://u:${SECRET}%@127.0.0.1:1`], 'must be a'],
  [['--jwks-url', `https://u:${SECRET}@h/jwks`], '--jwks-url must be an https:// URL without'],
  [['--jwks-url', `https://u:${SECRET}@h:port/jwks`], '--jwks-url must be an https:// URL without'],
])('refuses %j, in one line', async (args, message) => {
  const failed = await failedStart(args)
  expect(failed.log).toBe('')
  expect(failed.message).toMatch(/^[^\n]+$/)
  expect(failed.message).toContain(message)
  expect(failed.message).not.toContain(SECRET)
})

it('reports a server that does not respond', async () => {
  await withSilentServer(async (port) => {
    for (const scheme of ['postgres', 'mysql']) {
      const url = `${scheme}://u:${SECRET}@127.0.0.1:${port}/db`
      const message = `no response from 127.0.0.1:${port}`
      expect(await failedStart([url, '--connect-timeout', '300'])).toEqual({ message, log: '' })
    }
  })
})

describe('a missing database', () => {
  const servers = networkServers().map(({ name, url }) => ({ name, url }))
  leaveOutMissingEngines('the report of a missing database')
  if (servers.length === 0) {
    noEngineHere()
    return
  }
  for (const { name, url } of servers.filter(({ name }) => name === 'postgres')) {
    it(`the report of a role that the user may not set, on ${name}`, async () => {
      const message =
        'the database role "no_such_role": there is no such role, or the user of the connection may not set it'
      const secret = `[{"name": "ada", "secret": "${SECRET.repeat(3)}", "databaseRole": "no_such_role"}]`
      const role = ['--database-role', 'no_such_role']
      for (const options of [role, ['--tokens', secret]])
        expect(await failedStart([url, ...options])).toEqual({ message, log: '' })
    })
  }

  it.each(servers)('is reported on $name', async ({ url }) => {
    const missing = new URL(url)
    missing.pathname = '/no_such_db'
    const message = 'no such database: no_such_db'
    expect(await failedStart([missing.href])).toEqual({ message, log: '' })
  })
})

it.each([
  `host=h password=${SECRET}`,
  `postgres://u:1/${SECRET}@h/db`,
  `postgres://u:1#${SECRET}@h/db`,
  `postgres://u:${SECRET}@h/db?sslpassword=${SECRET}`,
])('--dump-config hides the secret of %s', (connection) => {
  const config = file('connection.json', JSON.stringify({ connection }))
  expect(dumped(['--config', config])).not.toContain(SECRET)
})

describe('the explanation of a failure', () => {
  const failure = (message: string, code?: string): Error =>
    Object.assign(new Error(message), code !== undefined && { code })

  it.each([
    [explainPostgres, 'postgres://u@h:1/timeout'],
    [explainMysql, 'mysql://u@h:1/timeout'],
  ])('does not depend on the word "timeout" in a message', (explain, url) => {
    const message = 'unsupported startup parameter: statement_timeout'
    for (const code of [undefined, '08P01', 'XX000']) {
      expect(explain(failure(message, code), url)).not.toContain('no response')
    }
    expect(explain(new ConnectTimeoutError('late'), url)).toBe('no response from h:1')
  })

  it('names a login that the driver lacks', () => {
    const message = 'Server requests authentication using unknown plugin client_ed25519. See …'
    expect(explainMysql(failure(message, 'AUTH_SWITCH_PLUGIN_ERROR'), 'mysql://u@h/db')).toContain(
      'user "u" logs in by client_ed25519, which the driver does not support: change its login to',
    )
  })

  it('names the limit of the server for each user', () => {
    const limited = failure('already has more than ...', 'ER_TOO_MANY_USER_CONNECTIONS')
    expect(explainMysql(limited, 'mysql://u@h:1/db')).toBe(
      'user "u" has reached its limit max_user_connections at h:1: raise it, or lower --pool-size times --workers',
    )
  })

  it('says that a password is needed', () => {
    const missing = failure('no password', 'NO_PASSWORD')
    expect(explainPostgres(missing, 'postgres://u@h/db')).toContain('user "u" needs a password')
    const denied = failure('denied', 'ER_ACCESS_DENIED_ERROR')
    expect(explainMysql(denied, 'mysql://u@h/db')).toContain('user "u" needs a password')
    expect(explainMysql(denied, 'mysql://u:p@h/db')).toContain('wrong password')
  })
})
