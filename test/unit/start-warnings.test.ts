import { readCommand } from '../../src/program/config'
import { startWarnings } from '../../src/program/start-warnings'

function warnings(args: readonly string[]): readonly string[] {
  const command = readCommand(args, {})
  if (command.run !== 'serve') throw new Error(`the program would run "${command.run}"`)
  return startWarnings(command.settings)
}

it('has none for a database, on an address that only this machine reaches', () => {
  expect(warnings(['x.db'])).toEqual([])
})

it('names the example if no connection is set', () => {
  expect(warnings([])).toEqual([
    'no connection is set: the tables are those of the bundled example',
  ])
})

describe('without authentication', () => {
  const OPEN =
    'can read all tables: set tokens, apiKeys, jwtSecret, jwtPublicKey or jwksUrl, ' +
    'unless a proxy or a firewall lets in only those who may read them'

  it.each(['0.0.0.0', '::', '10.0.0.1', 'db.example'])('names the address %s', (host) => {
    expect(warnings(['x.db', '--host', host])).toEqual([
      `anyone who can reach the address ${host} ${OPEN}`,
    ])
  })

  it.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('does not name %s', (host) => {
    expect(warnings(['x.db', '--host', host])).toEqual([])
  })
})

const SECRETS = JSON.stringify([{ name: 'ada', secret: 'correct-horse-battery' }])

it.each([
  ['--tokens', SECRETS],
  ['--api-keys', SECRETS],
  ['--jwt-secret', 'x'.repeat(32)],
  ['--jwks-url', 'https://keys.example/keys'],
  ['--permissions', '{"everyone":{"allow":["public_*"]}}'],
])('does not name an address that %s protects', (...protection) => {
  expect(warnings(['x.db', '--host', '0.0.0.0', ...protection])).toEqual([])
})
