/** A secret that is given in place of a path by mistake is not repeated in the error. */
import { file, settings } from '../support/program-settings'

const SECRETS = ['S3cretPassw0rd', 'a6f9/9805fa+02b7==', 'eyJhbGciOiJIUzI1NiJ9.e30.T0k3nS1gnature']

const ALLOWED =
  'must be a postgres://, mysql://, mariadb:// or sqlite: URL, or the path of a SQLite file'

it.each(SECRETS.slice(0, 1))('as the connection in a file or a variable: %s', (secret) => {
  const path = file('misplaced', `${secret}\n`)
  const config = file('misplaced.json', JSON.stringify({ connection: secret }))
  const flaw = `${ALLOWED}; there is no such file`
  const sources: [string, string[], Record<string, string>][] = [
    ['--connection-file', ['--connection-file', path], {}],
    ['DATABASE_URL', [], { DATABASE_URL: secret }],
    ['TABLEQUERY_CONNECTION_FILE', [], { TABLEQUERY_CONNECTION_FILE: path }],
    [`"connection" in ${config}`, ['--config', config], {}],
  ]
  for (const [source, args, environment] of sources) {
    expect(() => settings(args, environment)).toThrow(new Error(`${source} ${flaw}`))
  }
})

it.each(SECRETS)('as the name of a file in a variable: %s', (secret) => {
  expect(() => settings([], { TABLEQUERY_JWT_SECRET_FILE: secret })).toThrow(
    new Error('TABLEQUERY_JWT_SECRET_FILE: no such file'),
  )
})

it.each(['shop.db', './shop', '../shop', '/data/shop', 'C:\\data\\shop'])(
  'and the path %s is',
  (path) => {
    expect(settings([], { DATABASE_URL: path })).toMatchObject({ connection: path })
    expect(() => settings([], { TABLEQUERY_TOKENS_FILE: path })).toThrow(
      new Error(`TABLEQUERY_TOKENS_FILE: no such file: ${path}`),
    )
  },
)

it('and a word on the command line is', () => {
  expect(settings(['shop'])).toMatchObject({ connection: 'shop' })
  expect(() => settings(['--tokens-file', 'shop'])).toThrow('--tokens-file: no such file: shop')
})
