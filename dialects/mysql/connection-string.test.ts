import { addressText } from '../../src/dialect/connection-url/address'
import { connectionTarget } from './connection-string'

describe('the addresses', () => {
  it.each([
    ['mysql:///db', ['localhost:3306']],
    ['mysql://u:p@h/db', ['h:3306']],
    ['mariadb://h1:1,h2/db', ['h1:1', 'h2:3306']],
    ['mysql://[::1]:1/db', ['[::1]:1']],
    ['mysql://u@/db?host=a,b&port=1,2', ['a:1', 'b:2']],
    ['mysql://u@h:7/db?port=8', ['h:8']],
    ['mysql://u@h:7/db?host=other', ['other:7']],
    ['mysql://u@%2Frun%2Fmysqld.sock/db', ['/run/mysqld.sock']],
    ['mysql://u@localhost/db?socketPath=/run/m.sock', ['/run/m.sock']],
    ['mysql://u@/db?socket=/run/m.sock', ['/run/m.sock']],
  ])('of %s', (connection, texts) => {
    expect(connectionTarget(connection).addresses.map(addressText)).toEqual(texts)
  })
})

it('has the user, the password, the database, and the parameters of the choice of a host', () => {
  const given = 'target_session_attrs=read-only&load_balance_hosts=random&connect_timeout=2'
  expect(connectionTarget(`mysql://u:p%25@h/db?${given}`)).toMatchObject({
    user: 'u',
    password: 'p%',
    database: 'db',
    targetSessionAttrs: 'read-only',
    loadBalanceHosts: 'random',
    connectTimeout: 2000,
  })
})

describe('the encryption', () => {
  it.each([
    ['', 'if offered', 'nothing'],
    ['sslmode=disabled', 'never', 'nothing'],
    ['sslmode=preferred', 'if offered', 'nothing'],
    ['ssl-mode=REQUIRED', 'always', 'nothing'],
    ['sslmode=VERIFY_CA&ssl-ca=f', 'always', 'issuer'],
    ['sslmode=verify-identity', 'always', 'name'],
    ['ssl-ca=f', 'always', 'issuer'],
    ['ssl=true', 'always', 'name'],
    ['ssl=false', 'never', 'nothing'],
  ])('of ?%s', (query, use, verifies) => {
    const { encryption } = connectionTarget(`mysql://h/db?${query}`)
    expect(encryption).toMatchObject({ use, verifies })
  })

  it('is used by default only if the server requires it, if all hosts are this machine', () => {
    const { encryption } = connectionTarget('mysql://localhost/db')
    expect(encryption).toMatchObject({ use: 'if demanded', verifies: 'nothing' })
  })

  it('has the files of certificates and keys', () => {
    const { files } = connectionTarget('mysql://h/db?ssl-ca=a&ssl-cert=c&ssl-key=k').encryption
    expect(files).toEqual({
      ca: { source: 'ssl-ca', path: 'a' },
      cert: { source: 'ssl-cert', path: 'c' },
      key: { source: 'ssl-key', path: 'k' },
    })
  })
})

describe('the refusal of', () => {
  const form = 'must be of the form mysql://user:password@host:3306/database'
  it.each([
    ['mysql://h', `the connection names no database: it ${form}`],
    ['mysql://h:port/db', form],
    ['mysql://h:7/db?port=abc', 'the port "abc" must be a number from 1 to 65535'],
    ['mysql://h:7/db?port=1,2', 'has 1 host and 2 ports'],
    ['mysql://h1:7,h2:8/db?host=other', 'has 1 host and 2 ports'],
    ['mysql://u:secret/x@h/db', 'has an @ after its host'],
    ['mysql://u:1@x?secret=x@h/db', 'has an @ after its host'],
    ['mysql://h/db?password=se&secret', 'an unknown parameter after password: if'],
    ['mysql://h/db?sll=true', 'unknown parameter "sll": did you mean ssl?'],
    [
      'mysql://h/db?sslmode=on',
      'sslmode must be one of disabled, preferred, required, verify-ca, verify-identity',
    ],
    [
      'mysql://h/db?sslmode=verify-ca',
      'sslmode=verify-ca needs the file of the authority: add ssl-ca=FILE, or use verify-identity',
    ],
    ['mysql://h/db?ssl=yes', 'ssl must be one of true, false'],
    ['mysql://h/db?ssl=true&sslmode=required', 'both sslmode and ssl: give one'],
    ['mysql://h/db?wsrep_sync_wait=on', 'wsrep_sync_wait must be one of 0, 1, 2'],
    [
      'mysql://h/db?innodb_parallel_read_threads=0',
      'innodb_parallel_read_threads must be one of 1, 2, 4, 8',
    ],
    ...['mysql', 'SYS', 'performance_schema', 'information_schema'].map(
      (name): [string, string] => [
        `mysql://h/${name}`,
        `the database "${name}" has the server's own tables: name a database of yours`,
      ],
    ),
    ['mysql://h/db?load_balance_hosts=yes', 'load_balance_hosts must be one of disable, random'],
  ])('%s', (connection, message) => {
    expect(() => connectionTarget(connection)).toThrow(message)
    expect(() => connectionTarget(connection)).not.toThrow('secret')
  })
})
