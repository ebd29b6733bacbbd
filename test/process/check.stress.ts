/** Warnings and failures in the report of `--check`. */
import path from 'node:path'
import Database from 'better-sqlite3'
import { builtProgram } from '../support/built-program'
import { freePort } from '../support/free-port'

const program = builtProgram()
const { folder, runToEnd } = program
afterAll(() => {
  program.clear()
})

it('fails if the public keys of tokens cannot be fetched', async () => {
  const keys = `http://127.0.0.1:${await freePort()}/keys`
  expect(await runToEnd(['--check', '--jwks-url', keys])).toEqual({
    code: 1,
    stdout: '',
    stderr: `tablequery: jwksUrl: cannot reach ${keys}: connection refused\n`,
  })
})

it('warns of an address that everybody can read, which it does not use', async () => {
  const { code, stdout } = await runToEnd(['--check', '--host', '203.0.113.1'])
  expect(code).toBe(0)
  expect(stdout).toContain('\nWarning: anyone who can reach the address 203.0.113.1 can read')
})

it('prints no names in permissions that all match', async () => {
  const permissions = '{"everyone":{"allow":["products"]}}'
  const { stdout } = await runToEnd(['--permissions', permissions, '--check'])
  expect(stdout).not.toContain('permissions')
})

it('shows control characters in the names of tables', async () => {
  const hostile = path.join(folder, 'hostile.sqlite')
  new Database(hostile)
    .exec(
      `create table t (id); insert into t values (1); create view "a\u001b[2Jb" as select id from t where json('{')`,
    )
    .close()
  const { code, stdout } = await runToEnd([hostile, '--check'])
  expect(code).toBe(0)
  expect(stdout).toContain('\nTables that cannot be read: a\\u001b[2Jb\n')
})
