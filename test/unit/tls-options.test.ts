/** The options of encrypted sessions are made once for the same files, because certificates take long to parse. */
import { readFileSync, writeFileSync } from 'node:fs'
import { connectionTarget } from '../../dialects/mysql/connection-string'
import { driverOptions } from '../../dialects/mysql/driver-options'
import { tlsOptions, type Encryption } from '../../src/dialect/encryption'
import { createAuthority, type Authority } from '../support/certificates'
import { testsThatNeed } from '../support/left-out'

const { afterAll, beforeAll, it } = testsThatNeed('openssl')

let authority: Authority
let other: Authority
beforeAll(async () => {
  authority = await createAuthority()
  other = await createAuthority()
})
afterAll(() => {
  authority.clear()
  other.clear()
})

it('makes them again when a file has changed', () => {
  const ca = { source: 'sslrootcert', path: authority.file }
  const encryption: Encryption = { use: 'always', verifies: 'name', files: { ca } }
  const first = tlsOptions(encryption)
  expect(tlsOptions(encryption)).toBe(first)
  const before = readFileSync(authority.file, 'utf8')
  const renewed = readFileSync(other.file, 'utf8')
  writeFileSync(authority.file, renewed)
  const second = tlsOptions(encryption)
  writeFileSync(authority.file, before)
  expect([first.ca, second.ca]).toEqual([before, renewed])
  expect(second.secureContext).not.toBe(first.secureContext)
  expect(tlsOptions({ ...encryption })).not.toBe(tlsOptions(encryption))
})

it('gives the driver of MySQL one object, by which it knows its own context', () => {
  const target = connectionTarget(
    `mysql://user@db.example/shop?sslmode=VERIFY_IDENTITY&ssl-ca=${authority.file}`,
  )
  const sslOf = () => driverOptions(target, { host: 'db.example', port: 3306 }, true).ssl
  expect(sslOf()).toMatchObject({ verifyIdentity: true, rejectUnauthorized: true })
  expect(sslOf()).toBe(sslOf())
})
