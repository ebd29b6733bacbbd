import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { addressText } from '../../src/dialect/connection-url/address'
import { connectionTarget, type ConnectionTarget } from './connection-string'
import { encryptionOf } from './encryption'

const parse = (connection: string, environment: Record<string, string> = {}): ConnectionTarget =>
  connectionTarget(connection, environment)

const SOCKET = '/run/pg/.s.PGSQL'

describe('the addresses', () => {
  it.each([
    ['postgres://', ['localhost:5432']],
    ['postgres://u@/db', ['localhost:5432']],
    ['postgres://u:p@h/db', ['h:5432']],
    ['postgresql://h:1', ['h:1']],
    ['postgres://u:p@h1:5432,h2:5433,h3/db', ['h1:5432', 'h2:5433', 'h3:5432']],
    ['postgres://[::1]:1,[fe80::2]/db', ['[::1]:1', '[fe80::2]:5432']],
    ['postgres://%2Frun%2Fpg/db', [`${SOCKET}.5432`]],
    ['postgres://%2Frun%2Fpg:6000/db', [`${SOCKET}.6000`]],
    ['postgres:///db?host=/run/pg', [`${SOCKET}.5432`]],
    ['postgres://u@/db?host=/run/pg&port=1', [`${SOCKET}.1`]],
    ['postgres://u@/db?host=a,b&port=1,2', ['a:1', 'b:2']],
    ['postgres://u@/db?host=a,b&port=1', ['a:1', 'b:1']],
    ['postgres://u@/db?host=a,/run/pg', ['a:5432', `${SOCKET}.5432`]],
    ['postgres://u@/db?host=::1', ['[::1]:5432']],
    ['postgres://u@h:7/db?host=other', ['other:7']],
    ['postgres://u@h:7/db?host=a,b', ['a:7', 'b:7']],
    ['postgres://u@h1:7,h2/db?host=a,b', ['a:7', 'b:5432']],
    ['postgres://u@h:7/db?host=/run/pg', [`${SOCKET}.7`]],
    ['postgres://u@h:7/db?port=8', ['h:8']],
    ['postgres://u@h1:7,h2/db?port=8', ['h1:8', 'h2:8']],
    ['postgres://u@h1:7,h2:7/db?port=8,9', ['h1:8', 'h2:9']],
    ['postgres://u@h:7/db?host=other&port=8', ['other:8']],
    ['postgres://:7/db', ['localhost:7']],
  ])('of %s', (connection, texts) => {
    expect(parse(connection).addresses.map(addressText)).toEqual(texts)
  })

  it('come from the environment if the URL has none', () => {
    const texts = (connection: string): string[] =>
      parse(connection, { PGHOST: 'a,b', PGPORT: '1,2' }).addresses.map(addressText)
    expect(texts('postgres:///db')).toEqual(['a:1', 'b:2'])
    expect(texts('postgres://c:3/db')).toEqual(['c:3'])
    expect(texts('postgres:///db?port=,3')).toEqual(['a:1', 'b:3'])
  })
})

it('has the user, the password and the database', () => {
  expect(parse('postgres://u%40s:p%25%2F:x@h/d%20b')).toMatchObject({
    user: 'u@s',
    password: 'p%/:x',
    database: 'd b',
  })
  expect(parse('postgres://u:p@ss@h').password).toBe('p@ss')
  expect(parse('postgres://h/a?user=u&password=p%26&dbname=b')).toMatchObject({
    user: 'u',
    password: 'p&',
    database: 'b',
  })
  expect(parse('postgres://x@h/a?user=u@s&password=p@ss')).toMatchObject({
    user: 'u@s',
    password: 'p@ss',
  })
  expect(parse('postgres://u@h')).toMatchObject({ database: 'u', password: undefined })
  const environment = { PGUSER: 'u', PGPASSWORD: 'p', PGDATABASE: 'd', USER: 'other' }
  expect(parse('postgres://h', environment)).toMatchObject({
    user: 'u',
    password: 'p',
    database: 'd',
  })
})

it('has the parameters of the choice of a host', () => {
  expect(parse('postgres://h')).toMatchObject({
    targetSessionAttrs: 'any',
    loadBalanceHosts: 'disable',
  })
  const given = '?target_session_attrs=prefer-standby&load_balance_hosts=random'
  expect(parse(`postgres://h/${given}`)).toMatchObject({
    targetSessionAttrs: 'prefer-standby',
    loadBalanceHosts: 'random',
  })
  expect(parse('postgres://h', { PGTARGETSESSIONATTRS: 'primary' }).targetSessionAttrs).toBe(
    'primary',
  )
})

it('has other parameters of libpq', () => {
  const given =
    'application_name=a&options=-c%20geqo=off&connect_timeout=3&keepalives=0&keepalives_idle=7'
  expect(parse(`postgres://h/?${given}`)).toMatchObject({
    applicationName: 'a',
    options: '-c geqo=off',
    connectTimeout: 3000,
    keepAlive: false,
    keepAliveDelay: 7000,
  })
  expect(parse('postgres://h')).toMatchObject({
    applicationName: 'tablequery',
    connectTimeout: undefined,
    keepAlive: true,
    keepAliveDelay: 60_000,
  })
  // Zero is the delay of the system.
  expect(parse('postgres://h/?keepalives_idle=0')).toMatchObject({
    keepAlive: true,
    keepAliveDelay: 0,
  })
})

describe('the encryption', () => {
  it.each([
    ['', 'if offered', 'nothing'],
    ['sslmode=disable', 'never', 'nothing'],
    ['sslmode=allow', 'if demanded', 'nothing'],
    ['sslmode=prefer', 'if offered', 'nothing'],
    ['sslmode=require', 'always', 'nothing'],
    ['sslmode=require&sslrootcert=f', 'always', 'issuer'],
    ['sslmode=prefer&sslrootcert=f', 'if offered', 'nothing'],
    ['sslmode=verify-ca&sslrootcert=f', 'always', 'issuer'],
    ['sslmode=verify-full', 'always', 'name'],
    ['sslrootcert=system', 'always', 'name'],
    ['ssl=true', 'always', 'name'],
    ['ssl=false', 'never', 'nothing'],
    ['channel_binding=require', 'always', 'nothing'],
  ])('of ?%s', (query, use, verifies) => {
    expect(parse(`postgres://h/?${query}`).encryption).toMatchObject({ use, verifies })
  })

  it('is used by default only if the server requires it, if all hosts are this machine', () => {
    for (const hosts of ['localhost', '127.0.0.1,[::1]', '%2Frun']) {
      expect(parse(`postgres://${hosts}/db`).encryption.use).toBe('if demanded')
    }
    expect(parse('postgres://localhost,h/db').encryption.use).toBe('if offered')
  })

  it('has the files of certificates and keys from the URL or the environment', () => {
    const file = (source: string, name: string): unknown => ({ source, path: name })
    const expected = {
      ca: file('sslrootcert', 'ca'),
      cert: file('sslcert', 'c'),
      key: file('sslkey', 'k'),
    }
    const files = parse('postgres://h/?sslrootcert=ca&sslcert=c&sslkey=k').encryption.files
    expect(files).toMatchObject(expected)
    const environment = { PGSSLROOTCERT: 'ca', PGSSLCERT: 'c', PGSSLKEY: 'k', PGSSLMODE: 'require' }
    expect(parse('postgres://h', environment).encryption).toMatchObject({
      files: expected,
      verifies: 'issuer',
    })
  })

  it('uses the default files of libpq if they exist', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tablequery-libpq-'))
    const files = (): unknown => encryptionOf(new Map(), {}, folder, false).files
    try {
      expect(files()).toEqual({})
      const expected = Object.entries({
        ca: { source: 'sslrootcert', path: path.join(folder, 'root.crt') },
        cert: { source: 'sslcert', path: path.join(folder, 'postgresql.crt') },
        key: { source: 'sslkey', path: path.join(folder, 'postgresql.key') },
        crl: { source: 'sslcrl', path: path.join(folder, 'root.crl') },
      })
      const key = path.join(folder, 'postgresql.key')
      writeFileSync(key, '')
      // Without the certificate.
      expect(files()).toEqual({})
      for (const [, file] of expected) writeFileSync(file.path, '')
      expect(files()).toEqual(Object.fromEntries(expected))
      rmSync(key)
      expect(files()).not.toHaveProperty('cert.path')
      expect(() => encryptionOf(new Map([['sslcert', 'c']]), {}, folder, false)).toThrow('sslkey')
      const mode = new Map([['sslmode', 'verify-ca']])
      expect(encryptionOf(mode, {}, folder, false).verifies).toBe('issuer')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('the refusal of', () => {
  const form = 'must be of the form postgres://user:password@host:5432/database'
  it.each([
    ['postgres://h:port/db', form],
    ['postgres://h:0/db', 'the port "0" must be a number from 1 to 65535'],
    ['postgres://h:99999/db', 'the port "99999" must be a number from 1 to 65535'],
    ['postgres://h:7/db?port=abc', 'the port "abc" must be a number from 1 to 65535'],
    ['postgres://h:7/db?port=1,2', 'has 1 host and 2 ports'],
    ['postgres://h1:7,h2:8/db?host=other', 'has 1 host and 2 ports'],
    ['postgres://h1,/db', form],
    ['postgres:/db', form],
    ['postgres://::1/db', form],
    ['postgres://u@/db?host=a,b&port=1,2,3', 'has 2 hosts and 3 ports'],
    ['postgres://u:secret/x@h/db', 'has an @ after its host'],
    ['postgres://u:1?secret=x@h/db', 'has an @ after its host'],
    ['postgres://u:1@x?secret=x@h/db', 'has an @ after its host'],
    ['postgres://u:1@x?sslkey=secret@h/db', 'has an @ after its host'],
    [
      'postgres://h/db?user=u&password=se&secret',
      'an unknown parameter after password: if it is part of the password, write & as %26',
    ],
    [
      'postgres://h/db?sslpassword=se&secret=x',
      'an unknown parameter after sslpassword: if it is part of the password, write & as %26',
    ],
    ['postgres://h/db#secret', 'contains a #: write # as %23'],
    ['postgres://h/?sslmod=require', 'unknown parameter "sslmod": did you mean sslmode?'],
    ['postgres://h/?sslmode=disable&sslmode=require', 'the parameter sslmode more than once'],
    [
      'postgres://h/?sslmode=bogus',
      'sslmode must be one of disable, allow, prefer, require, verify-ca, verify-full',
    ],
    ['postgres://h/?sslmode=require&sslrootcert=system', 'sslrootcert=system needs'],
    [
      'postgres://h/?sslmode=verify-ca&sslcrl=secret',
      'sslmode=verify-ca needs the file of the authority: add sslrootcert=FILE, or use verify-full',
    ],
    ['postgres://h/?ssl=true&sslmode=require', 'both ssl and sslmode'],
    ['postgres://h/?target_session_attrs=master', 'target_session_attrs must be one of any, '],
    ['postgres://h/?load_balance_hosts=on', 'load_balance_hosts must be one of disable, random'],
    [
      'postgres://h/?channel_binding=yes',
      'channel_binding must be one of disable, prefer, require',
    ],
    [
      'postgres://h/?ssl=false&channel_binding=require',
      'channel_binding=require needs TLS: remove sslmode=disable',
    ],
    ['postgres://h/?gssencmode=require', 'gssencmode must be one of disable, prefer'],
    ['postgres://h/?connect_timeout=soon', 'connect_timeout must be a number of seconds'],
    [
      'postgres://h/?require_auth=secret',
      'unknown parameter "require_auth": it must be one of host',
    ],
  ])('%s', (connection, message) => {
    expect(() => parse(connection)).toThrow(message)
    expect(() => parse(connection)).not.toThrow('secret')
  })
})
