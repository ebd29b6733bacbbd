/** Invalid connection strings and settings: the program prints one line, without a stack or a secret. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { explainFailure as explainMysql } from '../../dialects/mysql/explain-failure'
import { explainFailure as explainPostgres } from '../../dialects/postgres/explain-failure'
import { ConnectTimeoutError } from '../../src/dialect/sessions/session-errors'
import { builtProgram } from '../support/built-program'

const program = builtProgram()
afterAll(() => {
  program.clear()
})

const SECRET = 'hunter2'
const NO_FILE = 'nor an existing SQLite file'
const SPLIT = 'has an @ after its host'

it.each([
  [[`postgres://u:${SECRET}%@127.0.0.1:1/db`], 'password is not percent-encoded'],
  [[`postgres://${SECRET}%@127.0.0.1:1/db`], 'user is not percent-encoded'],
  [[`postgres://u:p@127.0.0.1:1/${SECRET}%`], 'database is not percent-encoded'],
  [[`postgres://u:${SECRET}@h:port/db`], 'must be of the form postgres://'],
  [[`postgres://u:1/${SECRET}@h/db`], SPLIT],
  [[`postgres://u:1?${SECRET}@h/db`], SPLIT],
  [[`postgres://u:1#${SECRET}@h/db`], SPLIT],
  [[`postgres://u:${SECRET}@127.0.0.1:1/db`], 'nothing listens at 127.0.0.1:1'],
  [[`mysql://u:${SECRET}%@127.0.0.1:1/db`], 'password is not percent-encoded'],
  [[`mariadb://u:1/${SECRET}@h/db`], SPLIT],
  [[`mysql://u:1?${SECRET}@h/db`], SPLIT],
  [[`mysql://u:${SECRET}@h:port/db`], 'must be of the form mysql://'],
  [[`mysql://u:p@127.0.0.1:1/db?password=${SECRET}`], 'nothing listens at 127.0.0.1:1'],
  [[`host=127.0.0.1 password=${SECRET}`], NO_FILE],
  [['host=127.0.0.1', `password=${SECRET}`], 'at most one CONNECTION'],
  [[`u:${SECRET}@tcp(127.0.0.1:1)/db`], NO_FILE],
  [[`${SECRET}:p@127.0.0.1/db`], NO_FILE],
  [[`jdbc:postgresql://127.0.0.1/db?password=${SECRET}`], NO_FILE],
  [[`oracle://u:${SECRET}@h/db`], 'scheme "oracle" is not one of'],
  [['sqlite:/nope/100%.db'], 'no such file: /nope/100%.db'],
  [['--rate-limit', '1', '--rate-limit-redis', `redis://u:${SECRET}%@127.0.0.1:1`], 'must be a'],
  [['--rate-limit', '1', '--rate-limit-redis', `redis://u:${SECRET}@127.0.0.1:1`], '127.0.0.1:1'],
  [['--api-keys', SECRET], '--api-keys must be a list'],
  [['--tokens', `[{"name":"a","secret":"${SECRET}"}]`], '--tokens must be a list'],
  [['--jwt-secret', SECRET], '--jwt-secret must be a text of at least 32'],
  [['--jwks-url', `https://u:${SECRET}@h/jwks`], '--jwks-url must be an https:// URL without'],
  [['--jwks-url', `https://u:${SECRET}@h:port/jwks`], '--jwks-url must be an https:// URL without'],
])('%j', async (args, message) => {
  const { code, stdout, stderr } = await program.runToEnd(args)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^tablequery: [^\n]+\n$/)
  expect(stderr).toContain(message)
  expect(stderr).not.toContain(SECRET)
})

it.each([
  `host=h password=${SECRET}`,
  `postgres://u:1/${SECRET}@h/db`,
  `postgres://u:1#${SECRET}@h/db`,
  `postgres://u:${SECRET}@h/db?sslpassword=${SECRET}`,
])('--dump-config hides the secret of %s', async (connection) => {
  const file = path.join(program.folder, 'connection.json')
  writeFileSync(file, JSON.stringify({ connection }))
  const { code, stdout } = await program.runToEnd(['--config', file, '--dump-config'])
  expect(code).toBe(0)
  expect(stdout).not.toContain(SECRET)
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
      expect(explain(failure(message, code), url)).not.toContain('no answer')
    }
    expect(explain(new ConnectTimeoutError('late'), url)).toBe('no answer from h:1')
  })

  it('says that a password is needed', () => {
    const missing = failure('no password', 'NO_PASSWORD')
    expect(explainPostgres(missing, 'postgres://u@h/db')).toContain('user "u" needs a password')
    const denied = failure('denied', 'ER_ACCESS_DENIED_ERROR')
    expect(explainMysql(denied, 'mysql://u@h/db')).toContain('user "u" needs a password')
    expect(explainMysql(denied, 'mysql://u:p@h/db')).toContain('wrong password')
  })
})
